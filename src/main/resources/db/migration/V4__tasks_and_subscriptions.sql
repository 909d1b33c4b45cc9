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

-- Resources that legacy clients have subscribed to, by the ids of their sessions.
create table mcp_session_resource (
    session_id text        not null,
    uri        text        not null,
    expires_at timestamptz not null,
    primary key (session_id, uri)
);
create index mcp_session_resource_uri on mcp_session_resource using hash (uri);
create index mcp_session_resource_expiry on mcp_session_resource (expires_at);
