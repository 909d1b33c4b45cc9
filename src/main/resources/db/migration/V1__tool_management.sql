-- Contexts, the tools upon them, MCP instances, and which instance has which tool.
-- user_id stands in every table and in every reference, so that nobody's things can be joined to another's.

create table context_table (
    id          bigint generated always as identity primary key,
    user_id     text        not null,
    name        text        not null,
    description text        not null default '',
    data        jsonb       not null default '{}',
    created_at  timestamptz not null default now(),
    updated_at  timestamptz not null default now(),
    unique (id, user_id)
);
create index context_table_user on context_table (user_id, id);

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
    unique (id, user_id)
);
create index mcp_v2_user on mcp_v2 (user_id, id);

-- The tool's name is here too, and follows it: so the database itself keeps names apart within an instance, whoever
-- binds and renames at the same time.
create table mcp_binding (
    id         bigint generated always as identity primary key,
    user_id    text        not null,
    mcp_id     bigint      not null,
    tool_id    bigint      not null,
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
