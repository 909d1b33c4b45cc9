// Talks with the gateway as an official TypeScript client that can be asked everything: node converse.mjs URL sdk1|legacy|pin
// Prints one JSON line: what the tool "converse" answered, what was heard meanwhile, and which subscribed resource has changed.
import { patience, transport } from './transport.mjs';

const [url, mode] = process.argv.slice(2);
const info = { name: 'caravan-client-tests', version: '1.0.0' };
const capabilities = { elicitation: { form: {} }, sampling: {}, roots: { listChanged: true } };
const watched = 'edit:///watched';

const logs = [];
const progress = [];
let changed;
const updated = new Promise(resolve => { changed = resolve; });
const elicited = async ({ params }) => ({ action: 'accept', content: { name: Object.keys(params.requestedSchema.properties).join() + ' Ada' } });
const sampled = async ({ params }) => ({ role: 'assistant', model: 'none', content: { type: 'text', text: `heard ${params.messages[0].content.text}` } });
const rooted = async () => ({ roots: [{ uri: 'file:///work', name: 'work' }] });

let client;
if (mode === 'sdk1') {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const types = await import('@modelcontextprotocol/sdk/types.js');
  client = new Client(info, { capabilities });
  client.setRequestHandler(types.ElicitRequestSchema, elicited);
  client.setRequestHandler(types.CreateMessageRequestSchema, sampled);
  client.setRequestHandler(types.ListRootsRequestSchema, rooted);
  client.setNotificationHandler(types.LoggingMessageNotificationSchema, ({ params }) => { logs.push(params.data); });
  client.setNotificationHandler(types.ResourceUpdatedNotificationSchema, ({ params }) => changed(params.uri));
  await client.connect(await transport(url, mode), patience);
} else {
  const { Client } = await import('@modelcontextprotocol/client');
  client = new Client(info, { capabilities, versionNegotiation: { mode: mode === 'pin' ? { pin: '2026-07-28' } : mode } });
  client.setRequestHandler('elicitation/create', elicited);
  client.setRequestHandler('sampling/createMessage', sampled);
  client.setRequestHandler('roots/list', rooted);
  client.setNotificationHandler('notifications/message', ({ params }) => { logs.push(params.data); });
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => changed(params.uri));
  await client.connect(await transport(url, mode), patience);
}
const call = (params, options) => (mode === 'sdk1' ? client.callTool(params, undefined, options) : client.callTool(params, options));

const meta = {};
if (mode === 'pin') {
  meta['io.modelcontextprotocol/logLevel'] = 'info';
  await client.listen({ resourceSubscriptions: [watched] });
} else {
  await client.ping();
  await client.setLoggingLevel('info');
  await client.subscribeResource({ uri: watched });
}
const answer = await call({ name: 'converse', arguments: {}, _meta: meta }, { onprogress: told => progress.push(told.progress) });
await call({ name: 'touch', arguments: {} });
const uri = await updated;
const cancelled = await call({ name: 'slow', arguments: {} }, { signal: AbortSignal.timeout(300) }).then(() => 'answered', () => 'cancelled');
const after = await call({ name: 'touch', arguments: {} });
console.log(JSON.stringify({ said: answer.structuredContent.data, logs, progress, updated: uri, cancelled, after: after.structuredContent.ok }));
await client.close();
process.exit(0);
