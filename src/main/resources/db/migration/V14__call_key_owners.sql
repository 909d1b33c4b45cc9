-- Whose key it is: SHA-256 of the caller and the MCP instance. Each caller has a limit of keys. Empty: an older gateway wrote it.
alter table call_key add column owner text not null default '';
create index call_key_owner on call_key (owner, expires_at);
