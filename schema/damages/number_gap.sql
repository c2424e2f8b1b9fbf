-- The first of the series skips a number.
UPDATE series SET next = next + 1 WHERE series = (SELECT min(series) FROM series);
