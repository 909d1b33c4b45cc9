// Calls a tool by AMQP 1.0: node example.mjs HOST PORT QUEUE WORD
import rhea from 'rhea';

const [host, port, queue, word] = process.argv.slice(2);
const connection = rhea.connect({ host, port, username: 'any', password: 'any' });
const receiver = connection.open_receiver({ source: { dynamic: true } });
receiver.once('receiver_open', () => {
  connection.open_sender(queue).once('sendable', ({ sender }) => sender.send({
    message_id: 1,
    reply_to: receiver.source.address,
    durable: true,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'look', arguments: { word } } }),
  }));
});
receiver.once('message', ({ message }) => {
  console.log(JSON.parse(message.body).result.structuredContent.data);
  connection.close();
});
