// A client with types that openapi-typescript makes of the gateway's OpenAPI document. Its arguments are the gateway's address and a user.
import createClient from 'openapi-fetch';
import type { paths } from './node_modules/.caravan/schema.js';

declare const process: { argv: string[] };

const [, , baseUrl = '', user = ''] = process.argv;
const { GET, POST, PUT, DELETE } = createClient<paths>({ baseUrl, headers: { 'X-User-Id': user } });

function done<T>(answer: { data?: T; error?: { code: number; message: string } }): T {
  if (answer.data === undefined) {
    throw new Error(answer.error?.message);
  }
  return answer.data;
}

const table = done(await POST('/api/v1/tables', { body: { name: 'Orders', data: { orders: [{ id: 1 }] } } })).data;
const id: number = table.id; // data and its members are not optional
const path = { id };
const read = await GET('/api/v1/tables/{id}', { params: { path } });
const etag: string = read.response.headers.get('ETag') ?? '';

const changed = await PUT('/api/v1/tables/{id}', { params: { path, header: { 'If-Match': etag } }, body: { name: 'Sales', version: table.version } });
const stale = await PUT('/api/v1/tables/{id}', { params: { path, header: { 'If-Match': etag } }, body: { name: 'Orders' } });
const staleCode: 1011 | number | undefined = stale.error?.code;

const made = done(await POST('/api/v1/tools', { body: { table_id: id, json_path: '/orders', type: 'query_data', name: 'query_orders' } })).data;
const instance = done(await POST('/api/v1/mcp/with_bindings', { body: { bindings: [{ tool_id: made.id, status: true }] } })).data;
const bound = done(await GET('/api/v1/mcp/{api_key}/tools', { params: { path: { api_key: instance.api_key } } })).data;
const history = done(await GET('/api/v1/tables/{id}/history', { params: { path, query: { limit: 5 } } })).data;
await DELETE('/api/v1/tables/{id}', { params: { path } });

console.log(JSON.stringify({
  name: done(changed).data.name, stale: staleCode, bound: bound.map(tool => tool.name), changes: history.length,
  left: done(await GET('/api/v1/tables', {})).data.length,
}));
