-- What search tools have to have indexed, one row a tool. A gateway claims a task for a while and says now and then that it
-- still works on it; one that died is succeeded by another.

create table search_index_task (
    id                   bigint generated always as identity primary key,
    user_id              text        not null,
    tool_id              bigint      not null unique,
    table_id             bigint      not null,
    json_path            text        not null default '',
    status               text        not null default 'pending' check (status in ('pending', 'indexing', 'ready', 'error')),
    -- the context has changed since indexing began
    again                boolean     not null default false,
    claimed_by           text,
    claimed_until        timestamptz,
    started_at           timestamptz,
    finished_at          timestamptz,
    nodes_count          bigint,
    chunks_count         bigint,
    indexed_chunks_count bigint,
    last_error           text,
    created_at           timestamptz not null default now(),
    updated_at           timestamptz not null default now(),
    foreign key (tool_id, user_id) references tool (id, user_id) on delete cascade
);
create index search_index_task_open on search_index_task (updated_at) where status in ('pending', 'indexing');
create index search_index_task_table on search_index_task (table_id);

-- Contexts of which chunks may be indexed that no tool searches any more.
create table search_index_cleanup (
    id            bigint generated always as identity primary key,
    table_id      bigint not null,
    claimed_until timestamptz
);

create function redo_index(tasks_of_table bigint) returns void language sql as $$
    update search_index_task set status = case status when 'indexing' then status else 'pending' end, again = status = 'indexing', updated_at = now()
        where table_id = tasks_of_table;
$$;

create function index_changed_context() returns trigger language plpgsql as $$
begin
    if exists (select from search_index_task where table_id = new.id) and old.data is distinct from new.data then
        perform redo_index(new.id);
        perform pg_notify('caravan_index', '');
    end if;
    return null;
end $$;
create trigger context_table_indexed after update of data on context_table for each row execute function index_changed_context();

create function index_changed_tool() returns trigger language plpgsql as $$
begin
    if new.type <> 'search' then
        delete from search_index_task where tool_id = new.id;
    elsif exists (select from search_index_task where tool_id = new.id) then
        insert into search_index_cleanup (table_id) values (old.table_id);
        update search_index_task set table_id = new.table_id, json_path = new.json_path, updated_at = now(),
            status = case status when 'indexing' then status else 'pending' end, again = status = 'indexing' where tool_id = new.id;
        perform pg_notify('caravan_index', '');
    end if;
    return null;
end $$;
create trigger tool_indexed after update on tool for each row
    when (old.type <> new.type or old.table_id <> new.table_id or old.json_path <> new.json_path) execute function index_changed_tool();

create function index_task_gone() returns trigger language plpgsql as $$
begin
    insert into search_index_cleanup (table_id) values (old.table_id);
    perform pg_notify('caravan_index', '');
    return null;
end $$;
create trigger search_index_task_gone after delete on search_index_task for each row execute function index_task_gone();

create function index_task_made() returns trigger language plpgsql as $$
begin
    perform pg_notify('caravan_index', '');
    return null;
end $$;
create trigger search_index_task_made after insert on search_index_task for each row execute function index_task_made();
