// An MCP server on standard streams made with an official TypeScript SDK: node serve.mjs sdk1|sdk2|modern. sdk1 speaks up to 2025-11-25, modern only 2026-07-28.
import { z } from 'zod';

const mode = process.argv[2];
const info = { name: `serve-${mode}`, version: '1.0.0' };
const text = words => ({ content: [{ type: 'text', text: words }] });
const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const question = { message: 'Who?', requestedSchema: form };

if (mode === 'sdk1') {
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js');
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  const server = new McpServer(info);
  server.registerTool('add', { description: 'Adds.', inputSchema: { a: z.number(), b: z.number() } }, async ({ a, b }) => text(String(a + b)));
  server.registerTool('ask', { description: 'Asks.', inputSchema: {} }, async () => {
    const answer = await server.server.elicitInput(question);
    return text(`${answer.action} ${answer.content?.name}`);
  });
  await server.connect(new StdioServerTransport());
} else {
  const { McpServer, inputRequired, acceptedContent } = await import('@modelcontextprotocol/server');
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  serveStdio(() => {
    const server = new McpServer(info);
    server.registerTool('add', { description: 'Adds.', inputSchema: z.object({ a: z.number(), b: z.number() }) }, async ({ a, b }) => text(String(a + b)));
    server.registerTool('ask', { description: 'Asks.', inputSchema: z.object({}) }, async (none, context) => {
      const given = acceptedContent(context.mcpReq.inputResponses, 'who');
      return given ? text(`accept ${given.name}`) : inputRequired({ inputRequests: { who: inputRequired.elicit(question) } });
    });
    return server;
  }, { legacy: mode === 'modern' ? 'reject' : 'serve' });
}
