-- When a gateway last worked for each user: users take turns.

create index search_index_task_turn on search_index_task (user_id, (greatest(started_at, finished_at)));
