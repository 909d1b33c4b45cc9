-- What tools/list of an MCP instance shows: all, discover, or null for the gateway's setting.

alter table mcp_v2 add column mode text check (mode in ('all', 'discover'));
