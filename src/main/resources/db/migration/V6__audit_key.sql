-- The key of the HMAC that stands for arguments in audit events, where the configuration has none; one row.

create table audit_key (
    one    boolean primary key default true check (one),
    secret bytea not null
);
