-- The fence of a lease goes back by one.
UPDATE lease SET fence = fence - 1;
