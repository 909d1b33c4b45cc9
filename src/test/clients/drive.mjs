// Drives the gateway with an official TypeScript client: node drive.mjs URL sdk1|legacy|auto|pin
// Prints one JSON line: what was negotiated and what each tool answered.
import { patience, transport } from './transport.mjs';

const [url, mode] = process.argv.slice(2);
const info = { name: 'caravan-client-tests', version: '1.0.0' };

async function connect() {
  if (mode === 'sdk1') {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const client = new Client(info);
    await client.connect(await transport(url, mode), patience);
    return client;
  }
  const { Client } = await import('@modelcontextprotocol/client');
  const negotiation = mode === 'pin' ? { pin: '2026-07-28' } : mode;
  const client = new Client(info, { versionNegotiation: { mode: negotiation } });
  await client.connect(await transport(url, mode), patience);
  return client;
}

const client = await connect();
const { tools } = await client.listTools();
const call = async (name, args) => (await client.callTool({ name, arguments: args })).structuredContent;

const saved = await call('mongo_save_document', { topic: `clients ${mode} 北京`, content: 'by an official client' });
const id = saved.data.id;
const document = JSON.parse((await client.readResource({ uri: `document:///${id}` })).contents[0].text);
const answers = {
  mongo_save_document: saved,
  mongo_find_by_id: await call('mongo_find_by_id', { id }),
  mongo_find_by_topic: await call('mongo_find_by_topic', { topic: `clients ${mode}` }),
  mongo_find_all: await call('mongo_find_all', {}),
  mongo_update_document: await call('mongo_update_document', { id, patch: { content: 'changed' } }),
  mongo_delete_document: await call('mongo_delete_document', { id }),
};
const missing = await call('mongo_find_by_id', { id });
const { resources } = await client.listResources();
const { resourceTemplates } = await client.listResourceTemplates();
const chart = await client.readResource({ uri: 'ui://caravan/chart' });
const nowhere = await client.readResource({ uri: 'ui://caravan/nowhere' }).then(() => 'read', error => error.code);
const { prompts } = await client.listPrompts();
const prompt = await client.getPrompt({ name: 'explore_graph', arguments: { topic: '北京' } });
const needs = await client.getPrompt({ name: 'explore_graph' }).then(() => 'got', error => error.code);
const complete = async (ref, name, value) => (await client.complete({ ref, argument: { name, value } })).completion.values;
console.log(JSON.stringify({
  server: client.getServerVersion()?.name,
  tools: tools.map(tool => tool.name),
  ok: Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, answer.ok])),
  missing: missing.error.code,
  resources: resources.map(resource => resource.uri),
  templates: resourceTemplates.map(template => template.uriTemplate),
  document: document.content,
  prompts: prompts.map(({ name }) => name),
  prompt: prompt.messages[0].content.text,
  needs,
  databases: await complete({ type: 'ref/prompt', name: 'explore_database' }, 'database', 'post'),
  names: await complete({ type: 'ref/resource', uri: 'tool:///{name}' }, 'name', 'neo4j_find_p'),
  chart: { ...chart.contents[0], text: chart.contents[0].text.length },
  nowhere,
}));
await client.close();
