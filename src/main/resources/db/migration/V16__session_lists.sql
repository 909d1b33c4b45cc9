-- Entries that the lists of a session show besides the usual ones, such as tools that its client has found. The newest come first.

create table mcp_session_list (
    session_id text primary key,
    -- one name per line
    entries    text        not null,
    expires_at timestamptz not null
);
create index mcp_session_list_expiry on mcp_session_list (expires_at);

create function tell_session_list() returns trigger language plpgsql as $$
begin
    perform pg_notify('caravan_session_lists', new.session_id);
    return null;
end $$;
create trigger mcp_session_list_changed after insert or update on mcp_session_list for each row execute function tell_session_list();
