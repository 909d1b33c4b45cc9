// Calls a search tool with an official TypeScript client that wants to hear of progress: node progress.mjs URL sdk1|legacy|pin TOOL
// Prints one JSON line: how far each notification said it was, and whether the call succeeded.
import { patience, transport } from './transport.mjs';

const [url, mode, tool] = process.argv.slice(2);
const info = { name: 'caravan-client-tests', version: '1.0.0' };
let client;
if (mode === 'sdk1') {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  client = new Client(info);
  await client.connect(await transport(url, mode), patience);
} else {
  const { Client } = await import('@modelcontextprotocol/client');
  client = new Client(info, { versionNegotiation: { mode: mode === 'pin' ? { pin: '2026-07-28' } : mode } });
  await client.connect(await transport(url, mode), patience);
}
const heard = [];
const options = { onprogress: progress => heard.push(progress.progress) };
const call = { name: tool, arguments: { query: 'pump' } };
const answer = mode === 'sdk1' ? await client.callTool(call, undefined, options) : await client.callTool(call, options);
console.log(JSON.stringify({ heard, ok: answer.structuredContent.ok }));
await client.close();
process.exit(0);
