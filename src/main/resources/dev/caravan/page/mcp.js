// Implements a client of the Model Context Protocol, revision 2026-07-28, over HTTP.

import { parse, stringify, isObject } from './json.js';

const REVISION = '2026-07-28';
const KEY = 'io.modelcontextprotocol/';
const TASKS = KEY + 'tasks';
/** Milliseconds that a request of the REST API may take. */
const LONGEST = 60000;
/** People choose from all tools. */
const WHOLE = '?mode=all';

/** The gateway answered with an error. `status` is HTTP's, `code` JSON-RPC's or null, `retryAfter` is in milliseconds. */
export class Refused extends Error {
  constructor(status, code, message, retryAfter = 0) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** The gateway did not answer. */
export class Away extends Error {}

/** Returns the failure as a Refused or an Away, whose message a reader understands. */
export const plainly = failed => failed instanceof Refused || failed instanceof Away ? failed
  : new Away(['TimeoutError', 'AbortError'].includes(failed.name) ? 'The gateway does not answer' : 'The gateway’s answer is not valid');

/** The credentials of this tab. */
export const access = {
  get token() {
    return sessionStorage.getItem('token') || '';
  },
  get instance() {
    return sessionStorage.getItem('instance') || '';
  },
  set(token, instance) {
    sessionStorage.setItem('token', token);
    sessionStorage.setItem('instance', instance);
  },
};

export const endpoint = () => access.instance ? 'mcp/' + encodeURIComponent(access.instance) : 'mcp';

const credentials = () => access.token ? { Authorization: 'Bearer ' + access.token } : {};

/** Sends a request. Throws Away if the gateway does not answer. */
async function reach(url, options) {
  let response;
  try {
    response = await fetch(url, { cache: 'no-store', credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer', ...options });
  } catch (failed) {
    if (options.signal?.aborted) {
      throw failed;
    }
    throw new Away('The gateway can’t be reached');
  }
  if ([502, 503, 504].includes(response.status) && !/json/.test(response.headers.get('Content-Type') || '')) {
    throw new Away('The gateway can’t be reached: its proxy answered with ' + response.status);
  }
  return response;
}

/** Encodes a value for a header. */
export function headerValue(text) {
  const plain = /^[\x21-\x7e]([\x20-\x7e\t]*[\x21-\x7e])?$/.test(text) && !(text.startsWith('=?base64?') && text.endsWith('?='));
  return plain ? text : '=?base64?' + btoa(String.fromCharCode(...new TextEncoder().encode(text))) + '?=';
}

/** Returns the headers that mirror arguments, as the tool's schema requires. */
export function argumentHeaders(schema, value, headers = {}) {
  for (const [name, property] of Object.entries(isObject(schema?.properties) ? schema.properties : {})) {
    const given = isObject(value) && Object.hasOwn(value, name) ? value[name] : null;
    if (typeof property?.['x-mcp-header'] === 'string' && given !== null && typeof given !== 'object') {
      headers['Mcp-Param-' + property['x-mcp-header']] = headerValue(String(given));
    } else if (property?.properties) {
      argumentHeaders(property, given, headers);
    }
  }
  return headers;
}

let lastId = 0;

/** Builds the request. */
export function message(method, params, progressToken) {
  lastId += 1;
  const meta = {
    [KEY + 'protocolVersion']: REVISION,
    [KEY + 'clientInfo']: { name: 'caravan-page', version: '1.0.0' },
    [KEY + 'clientCapabilities']: { elicitation: {}, extensions: { [TASKS]: {} } },
  };
  if (progressToken) {
    meta.progressToken = lastId;
  }
  return { jsonrpc: '2.0', id: lastId, method, params: { ...params, _meta: meta } };
}

async function post(request, headers, signal) {
  const name = request.params.name ?? request.params.taskId;
  return reach(endpoint() + (request.method === 'tools/list' ? WHOLE : ''), {
    method: 'POST', signal, body: stringify(request), headers: {
      'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': REVISION,
      'Mcp-Method': request.method, ...(name ? { 'Mcp-Name': headerValue(name) } : {}), ...headers, ...credentials(),
    },
  });
}

/** Reads the events of a stream as JSON. */
async function* events(response, signal) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    let part;
    try {
      part = await reader.read();
    } catch (broken) {
      if (signal?.aborted) {
        throw broken;
      }
      throw new Away('The connection to the gateway was lost');
    }
    if (part.done) {
      return;
    }
    rest += part.value.replaceAll('\r', '');
    const whole = rest.split('\n\n');
    rest = whole.pop();
    for (const event of whole) {
      const data = event.split('\n').filter(line => line.startsWith('data:')).map(line => line.slice(5).trimStart()).join('\n');
      if (data) {
        yield parse(data);
      }
    }
  }
}

async function body(response, signal) {
  try {
    return await response.text();
  } catch (broken) {
    if (signal?.aborted) {
      throw broken;
    }
    throw new Away('The connection to the gateway was lost');
  }
}

async function refusal(response, signal) {
  const text = await body(response, signal);
  let said = null;
  try {
    said = parse(text);
  } catch (notJson) {
    // without a JSON body, the status is the reason
  }
  return new Refused(response.status, said?.error?.code ?? null, said?.error?.message ?? said?.message ?? 'HTTP ' + response.status,
    1000 * (Number(response.headers.get('Retry-After')) || 0));
}

/** Sends a request and returns its result. */
export async function request(method, params, { headers = {}, signal, onProgress } = {}) {
  const sent = message(method, params, Boolean(onProgress));
  const response = await post(sent, headers, signal);
  if (!response.ok) {
    throw await refusal(response, signal);
  }
  if (!/^text\/event-stream\b/.test(response.headers.get('Content-Type') || '')) {
    return settled(parse(await body(response, signal)));
  }
  for await (const event of events(response, signal)) {
    if (event.method === 'notifications/progress') {
      onProgress?.(event.params);
    } else if (event.id === sent.id) {
      return settled(event);
    }
  }
  throw new Away('The connection to the gateway was lost before the answer');
}

function settled(answer) {
  if (answer.error) {
    throw new Refused(200, answer.error.code, answer.error.message);
  }
  return answer.result;
}

/** Returns all tools of all pages. */
export async function listTools(signal) {
  const tools = [];
  let cursor;
  do {
    const page = await request('tools/list', cursor === undefined ? {} : { cursor }, { signal });
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

/**
 * Calls a tool until its end. Answers its questions with `ask` and follows its task.
 * `onProgress({progress, total?, message?})`, `onTask({taskId, status, statusMessage?})`.
 */
export async function callTool(tool, args, { signal, onProgress, onTask, ask }) {
  const headers = argumentHeaders(tool.inputSchema, args);
  let more = {};
  for (;;) {
    const result = await request('tools/call', { name: tool.name, arguments: args, ...more }, { headers, signal, onProgress });
    if (result.resultType === 'task') {
      return follow(result, { signal, onTask, ask });
    }
    if (result.resultType !== 'input_required') {
      return result;
    }
    more = { inputResponses: await answers(result.inputRequests, ask, signal) };
    if (result.requestState !== undefined) {
      more.requestState = result.requestState;
    }
  }
}

async function answers(requests, ask, signal) {
  const given = {};
  for (const [key, asked] of Object.entries(requests || {})) {
    given[key] = await ask(asked, signal);
    signal?.throwIfAborted();
  }
  return given;
}

// A busy or stopping gateway, or one whose store is away. A later request may succeed.
const passes = failed => failed instanceof Away || failed instanceof Refused && ([429, 502, 503, 504].includes(failed.status) || failed.code === -32603);

async function follow(begun, { signal, onTask, ask }) {
  const taskId = begun.taskId;
  let task = begun;
  let refused = null;
  let unsent = null;
  const stop = () => request('tasks/cancel', { taskId }).catch(() => {});
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      onTask?.(refused ? { ...task, statusMessage: refused.message } : task);
      await pause(Math.max(task.pollIntervalMs || 1000, refused?.retryAfter ?? 0), signal);
      try {
        task = await request('tasks/get', { taskId }, { signal });
        refused = null;
      } catch (failed) {
        if (!passes(failed)) {
          throw failed;
        }
        refused = failed;
        continue; // the task goes on
      }
      if (task.status === 'completed') {
        return task.result;
      }
      if (task.status === 'failed') {
        throw new Refused(200, task.error?.code ?? null, task.error?.message ?? 'The task failed');
      }
      if (task.status === 'cancelled') {
        throw new Refused(200, null, 'The task was cancelled');
      }
      if (task.status === 'input_required') {
        const asked = stringify(task.inputRequests);
        const given = unsent?.asked === asked ? unsent.given : await answers(task.inputRequests, ask, signal);
        unsent = await update(taskId, given, signal) ? null : { asked, given };
      }
    }
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

// Sends what a person has answered until the gateway takes it. Returns false if the connection was lost, so that nobody knows whether it was taken.
async function update(taskId, inputResponses, signal) {
  for (;;) {
    try {
      await request('tasks/update', { taskId, inputResponses }, { signal });
      return true;
    } catch (failed) {
      if (failed instanceof Away) {
        return false;
      }
      if (!passes(failed)) {
        throw failed;
      }
      await pause(Math.max(1000, failed.retryAfter), signal);
    }
  }
}

/** Waits. Throws an error when aborted. */
export function pause(millis, signal) {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, millis);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Listens for changes of the list of tools until the stream ends. Calls `heard()` when it is open and at each change. */
export async function listen(heard, signal) {
  const sent = message('subscriptions/listen', { notifications: { toolsListChanged: true } });
  const response = await post(sent, {}, signal);
  if (!response.ok) {
    throw await refusal(response, signal);
  }
  for await (const event of events(response, signal)) {
    if (event.method === 'notifications/subscriptions/acknowledged' || event.method === 'notifications/tools/list_changed') {
      heard();
    }
  }
}

/** Reads the gateway's state, which is not part of the protocol. */
export const state = (part, signal) => rest('page/' + part, { signal });

/** Reads the exposed upstream servers and the definitions that wait for approval. */
export const exposedServers = signal => rest('api/v1/upstream', { signal });

/** Approves a waiting definition. `kind` is tool, resource or prompt; `seen` is the definition that the user saw. */
export const approve = (server, kind, name, seen) => rest('api/v1/upstream/' + encodeURIComponent(server) + '/approvals', { method: 'POST', body: stringify({ [kind]: name, seen }) });

/** Returns the sources of tools with their state. */
export const sourceList = signal => rest('api/v1/sources', { signal });

const sourceAddress = (kind, name) => 'api/v1/sources/' + encodeURIComponent(kind) + '/' + encodeURIComponent(name);

/** Returns the settings of a source, without secrets, and their version. */
export const sourceSettings = (kind, name) => rest(sourceAddress(kind, name), {});

export const addSource = added => rest('api/v1/sources', { method: 'POST', body: stringify(added) });

export const changeSource = (kind, name, changed) => rest(sourceAddress(kind, name), { method: 'PUT', body: stringify(changed) });

export const removeSource = (kind, name, version) => rest(sourceAddress(kind, name) + '?version=' + encodeURIComponent(version), { method: 'DELETE' });

async function rest(path, { signal = AbortSignal.timeout(LONGEST), ...options }) {
  const response = await reach(path, { signal, ...options,
    headers: { Accept: 'application/json', ...(options.body ? { 'Content-Type': 'application/json' } : {}), ...credentials() } });
  if (!response.ok) {
    throw await refusal(response, signal);
  }
  return parse(await body(response, signal)).data;
}

/** Returns the same call for a shell, without credentials. */
export function curl(tool, args) {
  const quoted = text => '\'' + text.replaceAll('\'', '\'\\\'\'') + '\'';
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool.name, arguments: args } };
  const address = new URL(access.instance ? 'mcp/' : 'mcp', document.baseURI).href;
  return ['curl -s ' + (access.instance ? quoted(address) + '"$CARAVAN_INSTANCE"' : quoted(address)),
    '-H ' + quoted('Content-Type: application/json'), ...(access.token ? ['-H "Authorization: Bearer $CARAVAN_TOKEN"'] : []),
    '-d ' + quoted(stringify(body))].join(' \\\n  ');
}
