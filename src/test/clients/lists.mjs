// Lists with an official TypeScript client: node lists.mjs URL sdk1|auto
// Prints one JSON line: the definitions as the client accepts them.
import { patience, transport } from './transport.mjs';

const [url, mode] = process.argv.slice(2);
const { Client } = await import(mode === 'sdk1' ? '@modelcontextprotocol/sdk/client/index.js' : '@modelcontextprotocol/client');
const info = { name: 'caravan-client-tests', version: '1.0.0' };
const client = mode === 'sdk1' ? new Client(info) : new Client(info, { versionNegotiation: { mode } });
await client.connect(await transport(url, mode), patience);
const { tools } = await client.listTools();
const { resources } = await client.listResources();
const { resourceTemplates } = await client.listResourceTemplates();
const { prompts } = await client.listPrompts();
console.log(JSON.stringify({ tools, resources, resourceTemplates, prompts }));
await client.close();
