// An MCP server on standard streams, made with the official TypeScript SDK 1. It logs at level error until a client sets another level.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { SetLevelRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const order = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
const text = words => ({ content: [{ type: 'text', text: words }] });
const set = [];
const waiting = [];
const server = new McpServer({ name: 'logging', version: '1.0.0' }, { capabilities: { logging: {} } });

server.server.setRequestHandler(SetLevelRequestSchema, async request => {
  set.push(request.params.level);
  return {};
});

const log = async (level, data, logger) => {
  if (order.indexOf(level) >= order.indexOf(set.at(-1) ?? 'error')) {
    await server.server.notification({ method: 'notifications/message', params: { level, data, logger } });
  }
};

server.registerTool('talk', { description: 'Logs.', inputSchema: {} }, async () => {
  await log('debug', 'at debug', 'store');
  await log('info', 'at \u001b[31minfo', 'store');
  await log('warning', { user: 'a\u0000da', rows: [1, { deep: null }], 'x\u0007': true });
  await log('error', { big: 'x'.repeat(20000) });
  return text('talked');
});
server.registerTool('levels', { description: 'The levels that were set.', inputSchema: {} }, async () => text(set.join(' ')));
server.registerTool('wait', { description: 'Answers when go is called.', inputSchema: {} }, () => new Promise(resolve => waiting.push(() => resolve(text('waited')))));
server.registerTool('go', { description: 'Lets wait answer.', inputSchema: {} }, async () => {
  const calls = waiting.splice(0);
  calls.forEach(call => call());
  return text(String(calls.length));
});
await server.connect(new StdioServerTransport());
