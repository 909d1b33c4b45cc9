-- A failed task with claimed_until is tried again after that time.

create index search_index_task_again on search_index_task (claimed_until) where claimed_until is not null;
