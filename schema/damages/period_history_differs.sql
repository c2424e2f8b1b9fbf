-- A closed period is open again, and no step tells of it.
UPDATE period SET state = 'open', seal = NULL WHERE state = 'closed';
