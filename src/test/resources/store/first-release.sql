-- A row in each table of the first release.
insert into context_table (id, user_id, name, description, data) overriding system value values (7, 'u', 'Orders', 'of May', '{"orders":[{"id":1,"title":"茶"}]}');
insert into tool (id, user_id, table_id, json_path, type, name, alias, description, input_schema, output_schema, metadata) overriding system value
    values (8, 'u', 7, '/orders', 'get_all_data', 'orders', 'all orders', 'Reads orders', '{"type":"object"}', null, '{"a":1}'),
           (9, 'u', 7, '', 'search', 'find', null, 'Finds', null, null, null);
insert into mcp_v2 (id, user_id, name, api_key, key_hash, key_hint) overriding system value values (3, 'u', 'shop', '{KEY}', '{KEY_HASH}', 'cvn_of_t…');
insert into mcp_binding (id, user_id, mcp_id, tool_id, tool_name) overriding system value values (4, 'u', 3, 8, 'orders');
insert into search_index_task (user_id, tool_id, table_id, status, nodes_count, chunks_count, indexed_chunks_count, last_error)
    values ('u', 9, 7, 'error', 5, 6, 2, 'the model is away');
insert into search_index_cleanup (table_id, claimed_until) values (70, now() + interval '1 day');
insert into gateway_secret (secret) values (convert_to('{SECRET}', 'UTF8'));
insert into mcp_session values ('ended-session', 'error', true, now() + interval '1 day');
insert into gateway_mail (body) values ('a long message');
insert into mcp_task (id, owner, status, status_message, result, ttl_ms, poll_ms, expires_at, claimed_by, claimed_until)
    values ('task-1', 'gateway u', 'completed', 'ran', '{"content":[{"type":"text","text":"fifty"}]}', 86400000, 1000, now() + interval '1 day', 'old-gateway', now());
insert into mcp_session_resource values ('session', 'caravan:///status', now() + interval '1 day');
insert into bus_call (key, answer, expires_at) values ('key', convert_to('answered', 'UTF8'), now() + interval '1 day');
