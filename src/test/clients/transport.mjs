// What a client waits for the first answer of a gateway that it starts on a busy machine.
export const patience = { timeout: 300_000 };

// How a client reaches the gateway: over HTTP at a URL, or, where the URL is "stdio:", by starting the command in CARAVAN_COMMAND (a JSON list).
export async function transport(url, mode) {
  if (url === 'stdio:') {
    const { StdioClientTransport } = await import(mode === 'sdk1' ? '@modelcontextprotocol/sdk/client/stdio.js' : '@modelcontextprotocol/client/stdio');
    const [command, ...args] = JSON.parse(process.env.CARAVAN_COMMAND);
    return new StdioClientTransport({ command, args, cwd: process.env.CARAVAN_DIRECTORY, stderr: 'ignore' });
  }
  const { StreamableHTTPClientTransport } = await import(mode === 'sdk1' ? '@modelcontextprotocol/sdk/client/streamableHttp.js' : '@modelcontextprotocol/client');
  return new StreamableHTTPClientTransport(new URL(url));
}
