// Draws the ECharts option in a tool's result. Speaks MCP Apps 2026-01-26 with the host that frames this page: JSON-RPC over
// postMessage. The page loads nothing, and never turns text of the data into HTML.
(function () {
  'use strict';

  const PROTOCOL_VERSION = '2026-01-26';
  // An option with more characters of JSON is drawn faster on a canvas than as SVG.
  const LARGE_OPTION = 50000;
  const WORDS = {
    en: {
      waiting: 'Waiting for the chart…',
      cancelled: 'The call was cancelled',
      failed: 'The call failed',
      nothing: 'The result has no chart',
      unusable: 'This chart can’t be drawn',
      notes: count => count === 1 ? '1 warning about the data' : count + ' warnings about the data',
    },
    zh: {
      waiting: '正在等待图表…',
      cancelled: '调用已取消',
      failed: '调用失败',
      nothing: '结果中没有图表',
      unusable: '无法绘制此图表',
      notes: count => count + ' 条数据警告',
    },
  };

  const page = document.documentElement;
  const app = document.getElementById('app');
  const figure = document.getElementById('chart');
  const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');
  const prefersCalm = window.matchMedia('(prefers-reduced-motion: reduce)');

  let context = {};
  let chart = null;
  let shownLook = '';
  // Shows the current content, again after a change of theme or language.
  let show = () => say('waiting');

  // ---- what is on the page ----

  function words() {
    return /^zh\b/i.test(context.locale || '') ? WORDS.zh : WORDS.en;
  }

  function text(id, value) {
    const element = document.getElementById(id);
    element.textContent = value || '';
    element.hidden = !value;
  }

  function clear() {
    text('status', '');
    text('error', '');
    document.getElementById('notes').hidden = true;
    figure.hidden = true;
    if (chart) {
      chart.dispose();
      chart = null;
    }
  }

  function say(word) {
    clear();
    text('status', words()[word]);
  }

  function complain(message) {
    clear();
    text('error', message);
  }

  function draw(option, warnings) {
    clear();
    figure.hidden = false;
    try {
      chart = echarts.init(figure, theme() === 'dark' ? 'dark' : null, {
        renderer: JSON.stringify(option).length > LARGE_OPTION ? 'canvas' : 'svg',
        locale: words() === WORDS.zh ? 'ZH' : 'EN',
      });
      chart.setOption(preparedOption(option, prefersCalm.matches));
    } catch (unusable) {
      complain(words().unusable);
      return;
    }
    note(warnings);
  }

  function note(warnings) {
    const notes = document.getElementById('notes');
    notes.hidden = warnings.length === 0;
    notes.querySelector('summary').textContent = words().notes(warnings.length);
    notes.querySelector('ul').replaceChildren(...warnings.map(warning => {
      const item = document.createElement('li');
      item.textContent = typeof warning === 'string' ? warning : JSON.stringify(warning);
      return item;
    }));
  }

  function list(value) {
    return Array.isArray(value) ? value : value ? [value] : [];
  }

  // ---- the result ----

  function parsed(json) {
    try {
      return JSON.parse(json);
    } catch (notJson) {
      return null;
    }
  }

  function receive(result) {
    const texts = list(result.content).filter(block => block.type === 'text').map(block => block.text);
    const envelope = result.structuredContent || parsed(texts[0]) || {};
    const option = envelope.data && envelope.data.option;
    if (result.isError || envelope.ok === false) {
      const message = envelope.error ? envelope.error.message : texts[0];
      show = () => complain(message || words().failed);
    } else if (option && typeof option === 'object' && !Array.isArray(option)) {
      show = () => draw(option, list(envelope.meta && envelope.meta.warnings));
    } else {
      show = () => complain(words().nothing);
    }
    show();
  }

  // ---- the host ----

  function theme() {
    return context.theme || (prefersDark.matches ? 'dark' : 'light');
  }

  function adopt(change) {
    context = Object.assign({}, context, change);
    page.dataset.theme = theme();
    page.lang = context.locale || 'en';
    Object.entries((context.styles && context.styles.variables) || {}).forEach(([name, value]) => {
      if (name.startsWith('--') && typeof value === 'string') {
        page.style.setProperty(name, value);
      }
    });
    const size = context.containerDimensions || {};
    page.dataset.height = size.height ? 'fixed' : 'free';
    page.style.setProperty('--most-height', size.maxHeight ? 'calc(' + Number(size.maxHeight) + 'px - 3rem)' : 'none');
    const look = JSON.stringify([theme(), context.locale, context.styles]);
    if (look !== shownLook) {
      shownLook = look;
      show();
    }
  }

  let lastId = 0;
  const pending = new Map();

  function send(message) {
    window.parent.postMessage(Object.assign({ jsonrpc: '2.0' }, message), '*');
  }

  function request(method, params) {
    lastId += 1;
    send({ id: lastId, method, params });
    return new Promise((resolve, reject) => pending.set(lastId, { resolve, reject }));
  }

  const notifications = {
    'ui/notifications/tool-input': () => {
      show = () => say('waiting');
      show();
    },
    'ui/notifications/tool-result': receive,
    'ui/notifications/tool-cancelled': params => {
      show = () => complain(words().cancelled + (params.reason ? ': ' + params.reason : ''));
      show();
    },
    'ui/notifications/host-context-changed': adopt,
  };

  const requests = {
    ping: () => ({}),
    'ui/resource-teardown': () => {
      resized.disconnect();
      if (chart) {
        chart.dispose();
        chart = null;
      }
      return {};
    },
  };

  function settle(message) {
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    if (waiting && message.error) {
      waiting.reject(new Error(message.error.message));
    } else if (waiting) {
      waiting.resolve(message.result);
    }
  }

  window.addEventListener('message', event => {
    const message = event.data;
    if (event.source !== window.parent || !message || message.jsonrpc !== '2.0') {
      return;
    }
    if (!message.method) {
      settle(message);
    } else if (message.id === undefined) {
      const hear = Object.hasOwn(notifications, message.method) && notifications[message.method];
      if (hear) {
        hear(message.params || {});
      }
    } else if (Object.hasOwn(requests, message.method)) {
      send({ id: message.id, result: requests[message.method](message.params || {}) });
    } else {
      send({ id: message.id, error: { code: -32601, message: 'Method not found: ' + message.method } });
    }
  });

  // ---- size ----

  let told = '';

  function tellSize() {
    const size = { width: page.clientWidth, height: Math.ceil(app.getBoundingClientRect().height) };
    const now = size.width + 'x' + size.height;
    if (now !== told) {
      told = now;
      send({ method: 'ui/notifications/size-changed', params: size });
    }
  }

  const resized = new ResizeObserver(() => {
    if (chart) {
      chart.resize();
    }
    tellSize();
  });

  prefersDark.addEventListener('change', () => adopt({}));
  prefersCalm.addEventListener('change', () => show());

  show();
  request('ui/initialize', {
    protocolVersion: PROTOCOL_VERSION,
    appInfo: { name: 'caravan-chart', version: '1.0.0' },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
  }).then(result => {
    adopt(result.hostContext || {});
    send({ method: 'ui/notifications/initialized', params: {} });
    resized.observe(app);
  }).catch(refused => complain(refused.message));
})();
