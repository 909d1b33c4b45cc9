-- The tables of the store. user_id stands in every table of users and in every reference, so that nobody's rows can be joined to another's.

-- Contexts

create table context_table (
    id          bigint generated always as identity primary key,
    user_id     text        not null,
    name        text        not null,
    description text        not null default '',
    data        jsonb       not null default '{}',
    created_at  timestamptz not null default now(),
    updated_at  timestamptz not null default now(),
    -- bytes of the JSON as text, for the limits of one context and of all contexts of a user. PostgreSQL compresses what it keeps,
    -- so the space on disk does not tell how much memory a context takes when it is read
    bytes       int         not null generated always as (octet_length(cast(data as text))) stored,
    -- number of changes of the data
    version     bigint      not null default 0,
    unique (id, user_id)
);
create index context_table_user on context_table (user_id, id);

-- Changes of contexts: who changed what and when, and the values that undo it.
create table context_change (
    id       bigint generated always as identity primary key,
    user_id  text        not null,
    table_id bigint      not null,
    -- version of the context after the change
    version  bigint      not null,
    made_at  timestamptz not null default now(),
    -- name of the caller
    caller   text,
    -- MCP instance and tool that the caller used; null over REST
    instance bigint,
    tool     text,
    verb     text        not null,
    -- JSON Pointer of the object or array whose elements changed
    path     text        not null default '',
    -- the changed elements, as many as are shown, and their number
    keys     text[]      not null default '{}',
    elements int         not null default 0,
    -- JSON Pointers of all that changed; a later change of one of them, or of a place above or below it, stands in the way of undoing this one
    places   text[]      not null,
    -- version of the change that this one undid
    undoes   bigint,
    -- JSON that undoes the change at its path; null if it is not kept
    undo     json,
    bytes    int         not null default 0,
    foreign key (table_id, user_id) references context_table (id, user_id) on delete cascade,
    unique (table_id, version)
);
create index context_change_user on context_change (user_id, id) include (bytes);
create index context_change_age on context_change (made_at);

-- Tools on contexts, MCP instances, and which instance has which tool

-- json, not jsonb: schemas are shown as their author wrote them, members in that order
create table tool (
    id            bigint generated always as identity primary key,
    user_id       text        not null,
    table_id      bigint      not null,
    json_path     text        not null default '',
    type          text        not null,
    name          text        not null,
    alias         text,
    description   text        not null,
    input_schema  json,
    output_schema json,
    metadata      json,
    created_at    timestamptz not null default now(),
    updated_at    timestamptz not null default now(),
    unique (id, name),
    unique (id, user_id),
    foreign key (table_id, user_id) references context_table (id, user_id) on delete cascade
);
create index tool_user on tool (user_id, id);
create index tool_table on tool (table_id, id);

create table mcp_v2 (
    id         bigint generated always as identity primary key,
    user_id    text        not null,
    name       text        not null,
    -- null where its owner chose that only the hash is kept
    api_key    text,
    key_hash   text        not null unique,
    key_hint   text        not null,
    status     boolean     not null default true,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    -- what tools/list of the instance shows: all, discover, or null for the gateway's setting
    mode       text        check (mode in ('all', 'discover')),
    unique (id, user_id)
);
create index mcp_v2_user on mcp_v2 (user_id, id);

-- The tool's name is here too, and follows it: so the database itself keeps names apart within an instance, whoever
-- binds and renames at the same time.
create table mcp_binding (
    id         bigint generated always as identity primary key,
    user_id    text        not null,
    mcp_id     bigint      not null,
    -- null for a tool of the gateway
    tool_id    bigint,
    tool_name  text        not null,
    status     boolean     not null default true,
    created_at timestamptz not null default now(),
    constraint mcp_binding_once unique (mcp_id, tool_id),
    constraint mcp_binding_name unique (mcp_id, tool_name),
    foreign key (mcp_id, user_id) references mcp_v2 (id, user_id) on delete cascade,
    foreign key (tool_id, user_id) references tool (id, user_id) on delete cascade,
    foreign key (tool_id, tool_name) references tool (id, name) on update cascade on delete cascade
);
create index mcp_binding_tool on mcp_binding (tool_id);

-- What gateways keep in memory of an instance is told to be stale by the hash of its key, and with "gone" after it that
-- nothing is to be had by that key any more.

create function tell_instance() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' then
        perform pg_notify('caravan_instances', old.key_hash || ' gone');
    elsif new.key_hash <> old.key_hash or not new.status then
        perform pg_notify('caravan_instances', old.key_hash || ' gone');
    else
        perform pg_notify('caravan_instances', old.key_hash);
    end if;
    return null;
end $$;
create trigger mcp_v2_changed after update or delete on mcp_v2 for each row execute function tell_instance();

create function tell_instance_of_binding() returns trigger language plpgsql as $$
begin
    perform pg_notify('caravan_instances', key_hash) from mcp_v2 where id = coalesce(new.mcp_id, old.mcp_id);
    return null;
end $$;
create trigger mcp_binding_changed after insert or update or delete on mcp_binding
    for each row execute function tell_instance_of_binding();

create function tell_instances_of_tool() returns trigger language plpgsql as $$
begin
    perform pg_notify('caravan_instances', m.key_hash) from mcp_binding b join mcp_v2 m on m.id = b.mcp_id where b.tool_id = new.id;
    return null;
end $$;
create trigger tool_changed after update on tool for each row execute function tell_instances_of_tool();

-- Search: what search tools have to have indexed, one row a tool. A gateway claims a task for a while and says now and then that it
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
    -- a failed task with claimed_until is tried again after that time
    claimed_until        timestamptz,
    started_at           timestamptz,
    finished_at          timestamptz,
    nodes_count          bigint,
    chunks_count         bigint,
    indexed_chunks_count bigint,
    last_error           text,
    created_at           timestamptz not null default now(),
    updated_at           timestamptz not null default now(),
    -- how many gateways have begun with the task since one last ended it: a task of which gateways die is not begun for ever
    claims               int         not null default 0,
    foreign key (tool_id, user_id) references tool (id, user_id) on delete cascade
);
create index search_index_task_open on search_index_task (updated_at) where status in ('pending', 'indexing');
create index search_index_task_table on search_index_task (table_id);
-- when a gateway last worked for each user: users take turns
create index search_index_task_turn on search_index_task (user_id, (greatest(started_at, finished_at)));
create index search_index_task_again on search_index_task (claimed_until) where claimed_until is not null;

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

-- Calls that go on as tasks (MCP 2026-07-28, extension io.modelcontextprotocol/tasks). The gateway that works on one says now and
-- then that it still does; one that died leaves tasks that have failed.

create table mcp_task (
    id              text primary key,
    -- who called, and where: nobody else may see it
    owner           text        not null,
    status          text        not null default 'working' check (status in ('working', 'input_required', 'completed', 'failed', 'cancelled')),
    status_message  text,
    -- JSON as it goes out: what the call came to, or the protocol's error, or the questions that are open, by their keys
    result          text,
    error           text,
    input_requests  text,
    -- the answers so far, by the keys of their questions
    input_responses text        not null default '{}',
    ttl_ms          bigint      not null,
    poll_ms         bigint      not null,
    created_at      timestamptz not null default now(),
    updated_at      timestamptz not null default now(),
    expires_at      timestamptz not null,
    claimed_by      text        not null,
    claimed_until   timestamptz not null
);
create index mcp_task_expiry on mcp_task (expires_at);
create index mcp_task_open on mcp_task (claimed_until) where status in ('working', 'input_required');

create function tell_task() returns trigger language plpgsql as $$
begin
    perform pg_notify('caravan_tasks', new.id);
    return null;
end $$;
create trigger mcp_task_changed after update on mcp_task for each row
    when ((old.status, old.status_message, old.input_requests) is distinct from (new.status, new.status_message, new.input_requests))
    execute function tell_task();

-- Messages between gateways that are too long for a notification; who reads one deletes it.
create table gateway_mail (
    id         bigint generated always as identity primary key,
    body       text        not null,
    created_at timestamptz not null default now()
);
create index gateway_mail_age on gateway_mail (created_at);

-- Values by kind and key: what sessions and subscriptions add to signed session ids, idempotency keys and first answers, calls of the bus,
-- logins (encrypted), secrets where the configuration has none.
create table key_value (
    kind       text        not null,
    key        text        not null,
    -- whose limit the value counts against; null where there is none
    owner      text,
    value      bytea       not null,
    -- what the value counts
    size       bigint      not null,
    -- null for a value that stays
    expires_at timestamptz,
    primary key (kind, key)
);
create index key_value_owner on key_value (kind, owner, expires_at) include (size) where owner is not null;
create index key_value_expiry on key_value (expires_at) where expires_at is not null;
