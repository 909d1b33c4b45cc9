package dev.caravan.http;

import dev.caravan.RouteYaml;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients that behave badly, each in one phase of a request. None reads anything. Ten times a second a tenth of them sends its next bytes;
 * one whose connection the gateway has closed connects anew.
 */
public final class BadClients implements AutoCloseable {

    /** Its own address, so that it doesn't use up the connections of the honest. */
    private static final String SOURCE = "127.0.0.2";
    private static final int TURNS = 10;

    /** A route file with the tool whose answers are not taken. */
    public static final String ROUTE = RouteYaml.tool("large", "description: A large answer",
            "- setBody:\n    constant: " + "x".repeat(90_000));

    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"large\"}}";

    /** How a client behaves: what it sends first, and then each second. */
    public enum Kind {
        /** The beginning of a ClientHello, then a byte of it a second; to a port without TLS a malformed request. */
        TLS_HANDSHAKE("\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003", "\u0000"),
        REQUEST_LINE("PO", "S"),
        HEADERS("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", "x"),
        BODY_DRIPS(post(9_999) + "{", " "),
        BODY_STALLS(post(99_999) + " ".repeat(50_000), ""),
        /** Asks for an answer larger than the socket buffers, and reads nothing. */
        ANSWER((post(CALL.length()) + CALL).repeat(8), ""),
        STREAM("GET /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n", ""),
        /** Requests one after the other on a connection, whose answers it does not take. */
        FLOOD("GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".repeat(2));

        private final byte[] first;
        private final byte[] next;

        Kind(String first, String next) {
            this.first = first.getBytes(StandardCharsets.ISO_8859_1);
            this.next = next.getBytes(StandardCharsets.ISO_8859_1);
        }

        private static String post(int length) {
            return "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAccept: application/json\r\nContent-Length: "
                    + length + "\r\n\r\n";
        }
    }

    private final int port;
    private final List<Client> clients = new ArrayList<>();
    private final Map<Kind, AtomicLong> closed = new ConcurrentHashMap<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private int turn;

    /** @param kinds in turn */
    public BadClients(int port, int number, Kind... kinds) throws IOException {
        this.port = port;
        for (int i = 0; i < number; i++) {
            Client client = new Client(kinds[i % kinds.length]);
            client.connect();
            clients.add(client);
        }
        clock.scheduleWithFixedDelay(this::turn, 1_000 / TURNS, 1_000 / TURNS, TimeUnit.MILLISECONDS);
    }

    private void turn() {
        turn = (turn + 1) % TURNS;
        for (int i = turn; i < clients.size(); i += TURNS) {
            clients.get(i).goOn();
        }
    }

    /** How many connections of that kind the gateway has closed so far. */
    public long closed(Kind kind) {
        return closed.getOrDefault(kind, new AtomicLong()).get();
    }

    private final class Client {

        private final Kind kind;
        private SocketChannel channel;

        Client(Kind kind) {
            this.kind = kind;
        }

        void connect() throws IOException {
            channel = SocketChannel.open();
            Socket socket = channel.socket();
            socket.setReceiveBufferSize(4_096);
            socket.bind(new InetSocketAddress(InetAddress.getByName(SOURCE), 0));
            socket.connect(new InetSocketAddress("127.0.0.1", port), 20_000);
            channel.write(ByteBuffer.wrap(kind.first));
            channel.configureBlocking(false);
        }

        /** A client that never reads does not see the end of a connection either; a kind that should not be answered looks for it. */
        void goOn() {
            try {
                boolean looks = kind != Kind.ANSWER && kind != Kind.STREAM && kind != Kind.FLOOD;
                if (looks && channel.read(ByteBuffer.allocate(1_024)) < 0) {
                    throw new IOException("closed");
                }
                channel.write(ByteBuffer.wrap(kind.next));
            } catch (IOException ended) {
                closed.computeIfAbsent(kind, same -> new AtomicLong()).incrementAndGet();
                again();
            }
        }

        private void again() {
            try {
                channel.close();
                connect();
            } catch (IOException refused) {
                // at the next turn
            }
        }
    }

    @Override
    public void close() throws IOException {
        clock.shutdownNow();
        try {
            clock.awaitTermination(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (Client client : clients) {
            client.channel.close();
        }
    }
}
