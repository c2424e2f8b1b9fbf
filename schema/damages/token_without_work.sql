-- A token was taken by a key that is not there.
UPDATE token SET used_by = zeroblob(16) WHERE used_by IS NOT NULL;
