-- Calls that came over the bus and must not run twice: that one has begun, and what its message was answered.

create table bus_call (
    -- SHA-256 of the message: its queue or topic, its id, its sender, its text; and the place of the call in it
    key        text primary key,
    -- null: not known, empty: nothing, else as it was sent
    answer     bytea,
    begun_at   timestamptz not null default now(),
    expires_at timestamptz not null
);
create index bus_call_expiry on bus_call (expires_at);
