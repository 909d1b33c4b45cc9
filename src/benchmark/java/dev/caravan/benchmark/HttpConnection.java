package dev.caravan.benchmark;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One connection that is kept, as cheap as it can be: requests are bytes, and answers have a length. */
final class HttpConnection implements Closeable {

    private final Socket socket;
    private final InputStream in;

    /** @param patience milliseconds to wait for an answer; 0: for ever */
    HttpConnection(int port, int patience) throws IOException {
        this(connected(port, patience));
    }

    private static Socket connected(int port, int patience) throws IOException {
        Socket socket = new Socket();
        socket.setSoTimeout(patience);
        socket.connect(new InetSocketAddress("127.0.0.1", port));
        return socket;
    }

    HttpConnection(Socket connected) throws IOException {
        socket = connected;
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream(), 1 << 14);
    }

    /** A JSON-RPC request to the gateway. */
    static byte[] call(int port, String body) {
        return request(port, "POST", "/mcp", "Accept: application/json, text/event-stream\r\n", body);
    }

    /** @param headers lines, each with its end */
    static byte[] request(int port, String method, String path, String headers, String body) {
        return (method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n" + headers
                + "Content-Type: application/json\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body).getBytes(StandardCharsets.UTF_8);
    }

    /** @throws IOException also if the answer's status isn't 200 */
    byte[] send(byte[] request) throws IOException {
        socket.getOutputStream().write(request);
        StringBuilder head = new StringBuilder();
        while (head.length() < 4 || head.charAt(head.length() - 1) != '\n' || head.charAt(head.length() - 3) != '\n') {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the connection was closed");
            }
            head.append((char) next);
        }
        if (!head.toString().startsWith("HTTP/1.1 200")) {
            throw new IOException(head.toString());
        }
        int at = head.toString().toLowerCase(Locale.ROOT).indexOf("content-length:") + 15;
        int length = Integer.parseInt(head.substring(at, head.indexOf("\r", at)).trim());
        byte[] answer = in.readNBytes(length);
        if (answer.length < length) {
            throw new IOException("the answer was cut");
        }
        return answer;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
