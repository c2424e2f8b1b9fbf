-- An account that the end of the year emptied is made one of liabilities.
UPDATE account SET class = 'liability' WHERE class = 'income' AND code NOT GLOB '*.*';
