-- Changes of contexts: who changed what and when, and the values that undo it.

-- Number of changes of the data. A change that no gateway of this version made has no values to undo it.
alter table context_table add column version bigint not null default 0;

create table context_change (
    id       bigint generated always as identity primary key,
    user_id  text        not null,
    table_id bigint      not null,
    -- version of the context after the change
    version  bigint      not null,
    made_at  timestamptz not null default now(),
    -- name of the caller; null: an older gateway wrote it
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

-- Gateways of this version count the version up themselves. For an older gateway the database does it, and records that something changed.
create function note_change_of_older_gateway() returns trigger language plpgsql as $$
begin
    if new.data is distinct from old.data then
        new.version := old.version + 1;
        insert into context_change (user_id, table_id, version, verb, places) values (new.user_id, new.id, new.version, 'unknown', '{""}');
        -- an older gateway deletes no changes
        delete from context_change where table_id = new.id and version <= new.version - 100 and verb = 'unknown';
    end if;
    return new;
end $$;
create trigger context_table_versioned before update of data on context_table for each row
    when (new.version = old.version) execute function note_change_of_older_gateway();
