// A host as MCP Apps describes it, made of the official libraries: connects to the gateway, calls a tool, reads the app
// that the tool's definition names, and frames it without any right but to run its script. ChartAppTest drives it.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { AppBridge, PostMessageTransport, RESOURCE_MIME_TYPE, getToolUiResourceUri }
  from '@modelcontextprotocol/ext-apps/app-bridge';

const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";
const info = { name: 'caravan-host', version: '1.0.0' };

const client = new Client(info, { capabilities: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [RESOURCE_MIME_TYPE] } } } });
let bridge;
let frame;

/** What the test looks at. */
window.seen = { sizes: [], warnings: [] };

window.connect = async url => {
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client.getServerVersion().name;
};

/** Frames the app of that tool; resolves when the app says that it is ready. */
window.openApp = async (toolName, hostContext) => {
  const { tools } = await client.listTools();
  const uri = getToolUiResourceUri(tools.find(tool => tool.name === toolName));
  const { contents: [content] } = await client.readResource({ uri });
  frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.style = 'width: 640px; height: 480px; border: 0';
  document.body.replaceChildren(frame);
  bridge = new AppBridge(client, info, { serverTools: {}, serverResources: {}, logging: {} }, { hostContext });
  bridge.onerror = error => window.seen.warnings.push(String(error));
  bridge.addEventListener('sizechange', size => window.seen.sizes.push(size));
  const ready = new Promise(resolve => bridge.addEventListener('initialized', resolve));
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.srcdoc = content.text.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
  await ready;
  return { uri, mimeType: content.mimeType, meta: content._meta, app: bridge.getAppVersion(), capabilities: bridge.getAppCapabilities() };
};

window.call = async (name, args) => {
  await bridge.sendToolInput({ arguments: args });
  const result = await client.callTool({ name, arguments: args });
  await bridge.sendToolResult(result);
  return result;
};

window.result = result => bridge.sendToolResult(result);
window.partialInput = args => bridge.sendToolInputPartial({ arguments: args });
window.cancel = reason => bridge.sendToolCancelled({ reason });
window.changeContext = context => bridge.setHostContext(context);
window.resize = width => { frame.style.width = `${width}px`; };
window.ping = () => bridge.request({ method: 'ping' });
window.unknown = () => bridge.request({ method: 'resources/list' }).then(() => 'answered', error => error.code);
window.tearDown = () => bridge.teardownResource({});
