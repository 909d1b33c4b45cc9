-- Calls whose clients sent an idempotency key: what was called, and the first answer.

create table call_key (
    -- SHA-256 of the caller, the MCP instance and the client's key
    key        text primary key,
    -- SHA-256 of the tool's name and its arguments
    request    text        not null,
    -- null: the call has begun, and its answer is not known
    answer     bytea,
    expires_at timestamptz not null
);
create index call_key_expiry on call_key (expires_at);
