-- How many gateways have begun with a task since one last ended it: a task of which gateways die is not begun for ever.

alter table search_index_task add column claims int not null default 0;
