-- Whose share of subscriptions a row is of; null where callers prove no names.

alter table mcp_session_resource add column owner text;
create index mcp_session_resource_owner on mcp_session_resource (owner) where owner is not null;
