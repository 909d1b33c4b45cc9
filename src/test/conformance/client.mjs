// One client scenario of the conformance suite, played by a gateway: node client.mjs GATEWAY OPERATIONS FOLDER SERVER
// The suite runs it as its client. GATEWAY is the address of a running gateway, OPERATIONS of its operations port, and FOLDER its config/servers.
// Adds a file for SERVER, calls through the gateway what the scenario wants, and removes the file again. Drivers may run at the same time.
import { createPrivateKey } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const [gateway, operations, folder, url] = process.argv.slice(2);
const scenario = process.env.MCP_CONFORMANCE_SCENARIO;
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');
const name = `s${process.pid}`;
const file = `${folder}/${name}.yaml`;
const prefix = `${name}_`;
const most = 60_000;
const logins = { most: 3, done: 0 };

class Refused extends Error {}

const sleep = ms => new Promise(done => setTimeout(done, ms));

// Until the result is neither undefined nor false.
async function until(what, look) {
  for (const end = Date.now() + most; Date.now() < end; await sleep(50)) {
    const found = await look();
    if (found !== undefined && found !== false) {
      return found;
    }
  }
  throw new Error(`${scenario}: ${what} did not happen`);
}

// The authorization server of a scenario, which an operator knows beforehand. A server without metadata is its own.
async function issuer() {
  const { origin, pathname } = new URL(url);
  for (const place of [`/.well-known/oauth-protected-resource${pathname}`, '/.well-known/oauth-protected-resource']) {
    const response = await fetch(origin + place);
    if (response.ok) {
      return (await response.json()).authorization_servers[0];
    }
  }
  return origin;
}

async function settings() {
  const server = { url, timeout: '20s', expose: { prefix, resources: true, prompts: true } };
  if (context.private_key_pem) {
    const key = { ...createPrivateKey(context.private_key_pem).export({ format: 'jwk' }), alg: context.signing_algorithm, use: 'sig' };
    server.oauth = { 'client-id': context.client_id, 'private-key': JSON.stringify(key) };
  } else if (scenario === 'auth/client-credentials-basic') {
    server.oauth = { 'client-id': context.client_id, 'client-secret': context.client_secret };
  } else if (scenario.startsWith('auth/')) {
    server.oauth = { grant: 'login', 'client-metadata-url': 'https://conformance-test.local/client-metadata.json' };
    if (context.client_id) {
      Object.assign(server.oauth, { 'client-id': context.client_id, 'client-secret': context.client_secret });
    }
  }
  if (server.oauth?.['client-secret'] || server.oauth?.['private-key']) {
    server.oauth.issuer = await issuer();
  }
  return server;
}

// What a user does with a browser, at an authorization server that asks nothing.
async function logIn(address) {
  if (++logins.done > logins.most) {
    throw new Refused('too many logins');
  }
  const page = await fetch(address);
  const cookie = (page.headers.get('set-cookie') ?? '').split(';')[0];
  const started = await fetch(address, { method: 'POST', headers: { cookie }, redirect: 'manual' });
  const answered = await fetch(started.headers.get('location'), { redirect: 'manual' });
  const finished = await fetch(answered.headers.get('location'), { headers: { cookie }, redirect: 'manual' });
  if (finished.status !== 200) {
    throw new Refused((await finished.text()).replace(/<[^>]*>/g, ' '));
  }
}

const loginIn = text => new RegExp(`${gateway}/oauth/login/[A-Za-z0-9_-]+`).exec(text)?.[0];

let session;
let id = 0;

// Reads an answer, as JSON or as events, and answers questions on the way.
async function post(message) {
  const response = await fetch(`${gateway}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25', ...session },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
  if (!(response.headers.get('content-type') ?? '').startsWith('text/event-stream')) {
    const text = await response.text();
    return { headers: response.headers, body: text ? JSON.parse(text) : undefined };
  }
  let rest = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    rest += chunk;
    for (let end; (end = rest.indexOf('\n\n')) >= 0; rest = rest.slice(end + 2)) {
      const data = rest.slice(0, end).split('\n').filter(line => line.startsWith('data:')).map(line => line.slice(5).trim()).join('');
      const event = data ? JSON.parse(data) : {};
      if (event.method === 'elicitation/create') {
        await answer(event);
      } else if (event.id === message.id && !event.method) {
        return { headers: response.headers, body: event };
      }
    }
  }
  throw new Error('the stream ended without an answer');
}

let meanwhile = async () => {};

async function answer(question) {
  await meanwhile();
  const properties = Object.entries(question.params.requestedSchema?.properties ?? {});
  const content = Object.fromEntries(properties.map(([field, schema]) => [field, schema.default ?? schema.type === 'boolean']));
  await post({ id: question.id, result: { action: 'accept', content } });
}

async function ask(method, params = {}) {
  const { body } = await post({ id: ++id, method, params });
  return body.result ?? { error: body.error };
}

// Calls a tool by the server's own name of it. Logs in and calls again if the gateway says so.
async function call(tool, args = {}) {
  const result = await ask('tools/call', { name: prefix + tool, arguments: args });
  const login = loginIn(JSON.stringify(result));
  if (login) {
    await logIn(login);
    return call(tool, args);
  }
  console.log(JSON.stringify(result));
  return result;
}

const tools = async () => (await ask('tools/list')).tools.filter(tool => tool.name.startsWith(prefix));

// Until the gateway is connected and offers the tools. Logs in meanwhile if the health of the server asks for it.
async function connected(offers) {
  const asked = new Set();
  const state = async () => {
    const health = await (await fetch(`${operations}/actuator/health`)).json();
    const server = health.components?.sources?.details?.servers?.[name];
    const login = loginIn(server?.login ?? '');
    if (login && !asked.has(login)) {
      asked.add(login);
      await logIn(login);
    } else if (server?.state === 'failed' && !login) {
      throw new Refused(server.problem);
    }
    return server?.state;
  };
  await until('the connection', async () => await state() === 'connected');
  return offers ? until('the list of tools', async () => {
    await state(); // a server may want another login for its list
    const list = await tools();
    return list.length > 0 && list;
  }) : [];
}

const plays = {
  initialize: () => connected(false),
  'request-metadata': () => connected(false),
  'json-schema-ref-no-deref': () => connected(false),
  tools_call: async () => {
    await connected(true);
    await call('add_numbers', { a: 2, b: 3 });
  },
  'sse-retry': async () => {
    await connected(true);
    await call('test_reconnection');
  },
  'elicitation-sep1034-client-defaults': async () => {
    await connected(true);
    await call('test_client_elicitation_defaults');
  },
  'sep-2322-client-request-state': async () => {
    await connected(true);
    meanwhile = async () => {
      meanwhile = async () => {};
      await call('test_mrtr_unrelated');
    };
    for (const tool of ['test_mrtr_echo_state', 'test_mrtr_no_state', 'test_mrtr_no_result_type']) {
      await call(tool);
    }
  },
  'http-standard-headers': async () => {
    await connected(true);
    await call('test_headers');
    await until('the resources', async () => (await ask('resources/list')).resources?.some(resource => resource.name === 'File with spaces'));
    await ask('resources/read', { uri: 'file:///path/to/file%20name.txt' });
    await until('the prompts', async () => (await ask('prompts/list')).prompts?.some(prompt => prompt.name === `${prefix}test_prompt`));
    await ask('prompts/get', { name: `${prefix}test_prompt` });
  },
  'http-custom-headers': async () => {
    await connected(true);
    for (const one of context.toolCalls) {
      await call(one.name, one.arguments);
    }
  },
  'http-invalid-tool-headers': async () => {
    for (const tool of await connected(true)) {
      await call(tool.name.slice(prefix.length), Object.fromEntries((tool.inputSchema.required ?? []).map(field => [field, 'x'])));
    }
  },
  'json-schema-2020-12-preservation': async () => {
    const list = await connected(true);
    await call('json_schema_echo', { schema: list.find(tool => tool.name.endsWith('json_schema_2020_12_tool')).inputSchema });
  },
};

let code = 0;
try {
  const opened = await post({ id: ++id, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: { elicitation: {} }, clientInfo: { name: 'conformance', version: '1' } } });
  const given = opened.headers.get('mcp-session-id');
  session = given ? { 'Mcp-Session-Id': given } : {};
  await post({ method: 'notifications/initialized' });
  const own = await settings();
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(own, null, 1)); // which is YAML too
  renameSync(`${file}.new`, file);
  await (plays[scenario] ?? (async () => {
    await connected(true);
    await call('test-tool');
  }))();
} catch (e) {
  console.error(e instanceof Refused ? `refused: ${e.message}` : e);
  code = 1;
} finally {
  rmSync(file, { force: true });
}
process.exit(code);
