package dev.caravan.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Connections on which a test sends requests byte by byte. All are closed at the end. */
final class RawConnections implements AutoCloseable {

    private final int port;
    private final List<Socket> sockets = new ArrayList<>();

    RawConnections(int port) {
        this.port = port;
    }

    /** Opens a connection and sends this text, with {@code \n} as line break of HTTP. */
    Socket open(String text) throws IOException {
        return open("127.0.0.1", text);
    }

    /** The same, with little room for what it does not read. */
    Socket openNarrow() throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        return open(socket, "127.0.0.1", "");
    }

    /** The same from another address of loopback, as {@code 127.0.0.2}. */
    Socket open(String from, String text) throws IOException {
        return open(new Socket(), from, text);
    }

    private Socket open(Socket socket, String from, String text) throws IOException {
        sockets.add(socket);
        socket.setSoTimeout(20_000);
        socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
        socket.connect(new InetSocketAddress("127.0.0.1", port));
        send(socket, text);
        return socket;
    }

    static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Sends one character again and again until the gateway closes the connection. Milliseconds that it took; -1: longer than
     * {@code limitMs}.
     */
    static long drip(Socket socket, String one, long pauseMs, long limitMs) throws Exception {
        long begun = System.nanoTime();
        socket.setSoTimeout((int) pauseMs);
        while (millisSince(begun) < limitMs) {
            try {
                socket.getOutputStream().write(one.getBytes(StandardCharsets.UTF_8));
                if (socket.getInputStream().read() == -1) {
                    return millisSince(begun);
                }
            } catch (SocketTimeoutException nothingYet) {
                // goes on
            } catch (IOException closed) {
                return millisSince(begun);
            }
        }
        return -1;
    }

    static long millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1_000_000;
    }

    /** The status of the answer; -1: the connection was closed without one. */
    static int status(Socket socket) throws IOException {
        byte[] line = socket.getInputStream().readNBytes(12);
        return line.length < 12 ? -1 : Integer.parseInt(new String(line, StandardCharsets.US_ASCII).substring(9));
    }

    /** Whether the gateway closes the connection within 20 s. */
    static boolean isClosed(Socket socket) {
        try {
            return socket.getInputStream().readAllBytes() != null;
        } catch (SocketTimeoutException stillOpen) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
