// Listens to the gateway with an official TypeScript client: node listen.mjs URL sdk1|legacy|auto
// Prints "listening", then one line a notification: its method, and the tools that a list at that moment has.
import { patience, transport } from './transport.mjs';

const [url, mode] = process.argv.slice(2);
const info = { name: 'caravan-client-tests', version: '1.0.0' };

const heard = async method => {
  const { tools } = await client.listTools();
  console.log(JSON.stringify({ method, tools: tools.map(tool => tool.description) }));
};
let client;
if (mode === 'sdk1') {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { ToolListChangedNotificationSchema } = await import('@modelcontextprotocol/sdk/types.js');
  client = new Client(info);
  client.setNotificationHandler(ToolListChangedNotificationSchema, notification => heard(notification.method));
  await client.connect(await transport(url, mode), patience);
} else {
  const { Client } = await import('@modelcontextprotocol/client');
  client = new Client(info, { versionNegotiation: { mode } });
  client.setNotificationHandler('notifications/tools/list_changed', notification => heard(notification.method));
  await client.connect(await transport(url, mode), patience);
}
if (!client.getServerCapabilities().tools.listChanged) {
  throw new Error('the server does not say that it tells of changes');
}
if (mode === 'auto') {
  await client.listen({ toolsListChanged: true });
}
console.log('listening');
process.stdin.on('end', () => process.exit(0)).resume();
