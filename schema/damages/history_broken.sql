-- Each step to shipped in the history leads to closing instead.
UPDATE history SET to_status = 'closing' WHERE to_status = 'fulfilled';
