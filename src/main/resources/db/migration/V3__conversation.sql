-- What gateways must agree on in the conversation with clients, and what one has to tell another.

-- signs sessions and the like where the configuration has no secret; one row
create table gateway_secret (
    one    boolean primary key default true check (one),
    secret bytea not null
);

-- of sessions that said more than their id does: a log level, or that they have ended
create table mcp_session (
    id         text primary key,
    log_level  text,
    ended      boolean     not null default false,
    expires_at timestamptz not null
);
create index mcp_session_expiry on mcp_session (expires_at);

create function tell_session() returns trigger language plpgsql as $$
begin
    perform pg_notify('caravan_sessions', new.id);
    return null;
end $$;
create trigger mcp_session_changed after insert or update on mcp_session for each row execute function tell_session();

-- messages between gateways that are too long for a notification; who reads one deletes it
create table gateway_mail (
    id         bigint generated always as identity primary key,
    body       text        not null,
    created_at timestamptz not null default now()
);
create index gateway_mail_age on gateway_mail (created_at);
