// Asks over the bus: node ask.mjs amqp|stomp|kafka ADDRESS QUEUE COUNT [REPLY]
// Sends as many tools/call of the tool "change", each with its number as word. Prints one JSON line: {answers: {correlation id: [text, ...]}}.
const [protocol, address, queue, count, reply] = process.argv.slice(2);
// over Kafka, a tool that changes something needs a store
const tool = protocol === 'kafka' || reply ? 'look' : 'change';
const url = protocol === 'kafka' ? null : new URL(address.replace('tcp:', 'http:'));
const call = i => JSON.stringify({ jsonrpc: '2.0', id: i, method: 'tools/call', params: { name: tool, arguments: { word: `${protocol}-${i}` } } });
const answers = {};
let left = Number(count);

function answered(correlation, text) {
  (answers[correlation] ??= []).push(text);
  left--;
}

async function amqp() {
  const { default: rhea } = await import('rhea');
  // each kind of id that AMQP has, as the message's own; the last kind has a correlation id too
  const ids = [i => `text-${i}`, i => i, i => rhea.types.wrap_uuid(Buffer.alloc(16, i)), i => rhea.types.wrap_binary(Buffer.from([0, 255, i]))];
  const shown = id => (Buffer.isBuffer(id) ? id.toString('hex') : String(id));
  const container = rhea.create_container();
  const connection = container.connect({ host: url.hostname, port: url.port, username: 'x', password: 'x' });
  connection.open_receiver(reply ? { source: { address: reply, capabilities: ['queue'] } } : { source: { dynamic: true } });
  await new Promise(done => {
    container.once('receiver_open', ({ receiver }) => {
      const sender = connection.open_sender(queue);
      sender.once('sendable', () => {
        for (let i = 0; i < Number(count); i++) {
          sender.send({ message_id: ids[i % ids.length](i), reply_to: reply ?? receiver.source.address, durable: true, body: call(i),
            ...(i % 5 === 4 ? { correlation_id: `own-${i}` } : {}) });
        }
      });
    });
    container.on('message', ({ message }) => {
      answered(shown(message.correlation_id), message.body?.content?.toString() ?? message.body);
      if (left === 0) done();
    });
  });
  connection.close();
}

async function stomp() {
  const { Client } = await import('@stomp/stompjs');
  globalThis.WebSocket = (await import('ws')).WebSocket;
  const client = new Client({ brokerURL: `ws://${url.host}/stomp`, reconnectDelay: 0 });
  await new Promise((done, failed) => {
    client.onStompError = frame => failed(new Error(frame.body));
    client.onWebSocketError = failed;
    client.onConnect = () => {
      client.subscribe(reply, message => {
        answered(message.headers['correlation-id'], message.body);
        if (left === 0) done();
      }, { 'subscription-type': 'ANYCAST' });
      for (let i = 0; i < Number(count); i++) {
        client.publish({ destination: queue, body: call(i), skipContentLengthHeader: true,
          headers: { 'destination-type': 'ANYCAST', 'reply-to': reply, 'correlation-id': `c-${i}`, persistent: 'true' } });
      }
    };
    client.activate();
  });
  await client.deactivate();
}

async function kafka() {
  const { Kafka, logLevel } = (await import('kafkajs')).default;
  const client = new Kafka({ brokers: [address], logLevel: logLevel.ERROR });
  const admin = client.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: reply, numPartitions: 1 }], waitForLeaders: true });
  await admin.disconnect();
  const consumer = client.consumer({ groupId: reply });
  await consumer.connect();
  await consumer.subscribe({ topic: reply, fromBeginning: true });
  const producer = client.producer();
  await producer.connect();
  await new Promise(done => {
    consumer.run({ eachMessage: async ({ message }) => {
      answered(message.headers.kafka_correlationId.toString(), message.value.toString());
      if (left === 0) done();
    } });
    producer.send({ topic: queue, messages: Array.from({ length: Number(count) }, (_, i) => (
      { key: `k-${i % 3}`, value: call(i), headers: { kafka_replyTopic: reply, kafka_correlationId: `c-${i}` } })) });
  });
  await producer.disconnect();
  await consumer.disconnect();
}

await { amqp, stomp, kafka }[protocol]();
console.log(JSON.stringify({ answers }));
process.exit(0);
