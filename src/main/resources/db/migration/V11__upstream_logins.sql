-- Registered clients, open logins and tokens of users at upstream servers, encrypted. The id is a hash of the names that a record belongs to.

create table upstream_secret (
    kind text not null,
    id text not null,
    sealed bytea not null,
    expires timestamptz,
    primary key (kind, id)
);
create index upstream_secret_expires on upstream_secret (expires) where expires is not null;
