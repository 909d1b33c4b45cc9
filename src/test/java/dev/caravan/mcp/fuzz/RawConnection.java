package dev.caravan.mcp.fuzz;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A connection that sends any bytes; it is opened again where the server has closed it. Not for several threads. */
final class RawConnection implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 20_000;
    private static final int STREAM_MILLIS = 50;

    private final int port;
    private Socket socket;
    private InputStream in;

    RawConnection(int port) {
        this.port = port;
    }

    /**
     * What came back.
     *
     * @param status 0 if the server closed the connection without an answer, as it may where there was no HTTP request
     * @param body   of an event stream that stays open, what came at once
     */
    record Response(int status, Map<String, String> headers, String body) {

        String type() {
            return headers.getOrDefault("content-type", "");
        }
    }

    Response send(RawRequest request) throws IOException {
        boolean fresh = socket == null;
        try {
            return attempt(request);
        } catch (EOFException | java.net.SocketException e) {
            close();
            if (!fresh) {
                return send(request);
            }
            return new Response(0, Map.of(), "");
        }
    }

    private Response attempt(RawRequest request) throws IOException {
        if (socket == null) {
            socket = new Socket();
            socket.connect(new InetSocketAddress("127.0.0.1", port));
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
        }
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.getOutputStream().write(request.bytes(port));
        int status = Integer.parseInt(line().split(" ")[1]);
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String header = line(); !header.isEmpty(); header = line()) {
            headers.put(header.substring(0, header.indexOf(':')).toLowerCase(Locale.ROOT),
                    header.substring(header.indexOf(':') + 1).strip());
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        boolean stream = headers.getOrDefault("content-type", "").startsWith("text/event-stream");
        try {
            if (!request.method().equals("HEAD")) {
                read(headers, body, stream);
            }
        } catch (SocketTimeoutException e) {
            if (!stream) {
                throw e;
            }
            close();
        }
        if ("close".equalsIgnoreCase(headers.get("connection"))) {
            close();
        }
        return new Response(status, headers, body.toString(StandardCharsets.UTF_8));
    }

    private void read(Map<String, String> headers, ByteArrayOutputStream body, boolean stream) throws IOException {
        if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
            while (true) {
                socket.setSoTimeout(stream && body.toString(StandardCharsets.UTF_8).contains("\n\n") || stream && body.size() == 0
                        ? STREAM_MILLIS * 20 : PATIENCE_MILLIS);
                int length = Integer.parseInt(line(), 16);
                body.writeBytes(in.readNBytes(length));
                line();
                if (length == 0) {
                    return;
                }
            }
        } else if (headers.containsKey("content-length")) {
            body.writeBytes(in.readNBytes(Integer.parseInt(headers.get("content-length"))));
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException();
            }
            if (b != '\r') {
                line.append((char) b);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        if (socket != null) {
            socket.close();
            socket = null;
        }
    }
}
