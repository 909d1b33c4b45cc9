package dev.caravan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** A client of an event stream on a plain socket. It needs no thread, and a test decides when it reads. */
public final class StreamClient implements AutoCloseable {

    /** Returned by {@link #next} after the end of the stream. */
    public static final String END = "end";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String MESSAGE = "event: message\ndata: ";

    private final Socket socket = new Socket();
    private final StringBuilder received = new StringBuilder();
    private int status;
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    private StreamClient(int port, int receiveBuffer) throws IOException {
        if (receiveBuffer > 0) {
            socket.setReceiveBufferSize(receiveBuffer);
        }
        socket.connect(new InetSocketAddress("127.0.0.1", port));
    }

    /** Sends a GET and reads the head of the answer. Headers come in pairs of name and value, and replace the default headers. */
    public static StreamClient open(int port, String path, String... headers) throws IOException {
        StreamClient client = new StreamClient(port, 0);
        client.request(path, headers);
        client.readHead();
        return client;
    }

    /** Opens a stream like {@link #open}, with a small receive buffer. */
    public static StreamClient slow(int port, String path, String... headers) throws IOException {
        StreamClient client = new StreamClient(port, 4096);
        client.request(path, headers);
        client.readHead();
        return client;
    }

    /** Opens a stream that is never read, with a small receive buffer. */
    public static StreamClient deaf(int port) throws IOException {
        StreamClient client = new StreamClient(port, 4096);
        client.request("/mcp");
        return client;
    }

    /** Sends a POST of JSON and reads the head of the answer. Headers are as in {@link #open}. */
    public static StreamClient post(int port, String path, String body, String... headers) throws IOException {
        StreamClient client = send(port, path, body, headers);
        client.readHead();
        return client;
    }

    /**
     * Subscribes as a modern client. The first message confirms it.
     *
     * @param notifications what it asks for, as JSON
     */
    public static StreamClient listen(int port, String path, String notifications, String... headers) throws IOException {
        ObjectNode params = McpClient.modernParams(McpClient.JSON.createObjectNode().set("notifications", McpClient.object(notifications)),
                McpClient.JSON.createObjectNode());
        List<String> all = new ArrayList<>(List.of("MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method", "subscriptions/listen"));
        all.addAll(List.of(headers));
        return post(port, path, McpClient.request("subscriptions/listen", params).toString(), all.toArray(String[]::new));
    }

    /** Sends a POST of JSON and reads nothing. {@link #readHead} reads the head later. */
    public static StreamClient send(int port, String path, String body, String... headers) throws IOException {
        StreamClient client = new StreamClient(port, 0);
        client.request("POST", path, body, headers);
        return client;
    }

    /** Sends another POST of JSON on the same connection and reads nothing. */
    public void sendAgain(String path, String body, String... headers) throws IOException {
        request("POST", path, body, headers);
    }

    private void request(String path, String... pairs) throws IOException {
        request("GET", path, null, pairs);
    }

    private void request(String method, String path, String body, String... pairs) throws IOException {
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.put("Host", "127.0.0.1:" + socket.getPort());
        all.put("Accept", body == null ? "text/event-stream" : "application/json, text/event-stream");
        byte[] bytes = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
        if (body != null) {
            all.put("Content-Type", "application/json");
            all.put("Content-Length", String.valueOf(bytes.length));
        }
        for (int i = 0; i < pairs.length; i += 2) {
            all.put(pairs[i], pairs[i + 1]);
        }
        StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
        all.values().removeIf(Objects::isNull);
        all.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        socket.getOutputStream().write(head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /** Waits for the head of the answer. */
    public void readHead() throws IOException {
        String[] lines = upTo("\r\n\r\n", System.nanoTime() + PATIENCE.toNanos()).split("\r\n");
        status = Integer.parseInt(lines[0].split(" ")[1]);
        for (int i = 1; i < lines.length; i++) {
            headers.put(lines[i].substring(0, lines[i].indexOf(':')), lines[i].substring(lines[i].indexOf(':') + 1).strip());
        }
    }

    public int status() {
        return status;
    }

    public String header(String name) {
        return headers.get(name);
    }

    /** Returns the body of an answer that is not a stream. */
    public String body() throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        int length = Integer.parseInt(header("Content-Length"));
        while (received.length() < length && receive(deadline)) {
            // there is more
        }
        String body = received.substring(0, Math.min(length, received.length()));
        received.delete(0, body.length());
        return body;
    }

    /** Waits for the next message and returns it. */
    public String next() throws IOException {
        return next(PATIENCE);
    }

    /** Returns the next message or {@link #END}; null if neither arrives in time. */
    public String next(Duration patience) throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        String event = upTo("\n\n", deadline);
        while (event != null && event.startsWith(":")) {
            event = upTo("\n\n", deadline);
        }
        if (event == null || event.equals(END)) {
            return event;
        }
        if (!event.startsWith(MESSAGE)) {
            throw new AssertionError(event);
        }
        return event.substring(MESSAGE.length());
    }

    /** One event: {id, retry, data}. Missing fields are null. {@link #data} is {@link #END} after the last event. */
    public record Event(String id, String retry, String data) {
    }

    /** Returns the next event, without the chunk sizes of HTTP; null if none arrives in time. */
    public Event nextEvent(Duration patience) throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        String text = upTo("\n\n", deadline);
        while (text != null && text.strip().startsWith(":")) {
            text = upTo("\n\n", deadline);
        }
        if (text == null) {
            return null;
        }
        if (text.equals(END)) {
            return new Event(null, null, END);
        }
        Map<String, String> fields = new TreeMap<>();
        for (String line : text.split("\r?\n")) {
            int colon = line.indexOf(": ");
            if (colon > 0) {
                fields.put(line.substring(0, colon), line.substring(colon + 2));
            }
        }
        String data = fields.get("data");
        return new Event(fields.get("id"), fields.get("retry"),
                data == null ? null : new String(data.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
    }

    public Event nextEvent() throws IOException {
        return nextEvent(PATIENCE);
    }

    /** Returns the next message or comment as it was sent, or {@link #END}. */
    public String nextRaw() throws IOException {
        return upTo("\n\n", System.nanoTime() + PATIENCE.toNanos());
    }

    /** Returns the text before the mark; null if the mark does not arrive in time. Keeps what was received until then. */
    private String upTo(String mark, long deadline) throws IOException {
        int from = 0;
        while (received.indexOf(mark, from) < 0) {
            from = Math.max(0, received.length() - mark.length());
            if (!receive(deadline)) {
                return System.nanoTime() < deadline ? END : null;
            }
        }
        String found = received.substring(0, received.indexOf(mark, from));
        received.delete(0, found.length() + mark.length());
        return found;
    }

    /** Receives more bytes. Returns false if the stream has ended or the deadline is over. */
    private boolean receive(long deadline) throws IOException {
        byte[] bytes = new byte[65_536];
        for (long left = deadline - System.nanoTime(); left > 0; left = deadline - System.nanoTime()) {
            socket.setSoTimeout((int) (1 + left / 1_000_000));
            try {
                int length = socket.getInputStream().read(bytes);
                if (length > 0) {
                    received.append(new String(bytes, 0, length, StandardCharsets.ISO_8859_1));
                }
                return length > 0;
            } catch (SocketTimeoutException e) {
                // too late
            }
        }
        return false;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
