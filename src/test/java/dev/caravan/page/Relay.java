package dev.caravan.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A port that leads to another one, and can be cut: then nobody answers there, and what was connected breaks off. */
final class Relay implements AutoCloseable {

    private final int from;
    private final int to;
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
    private volatile ServerSocket server;

    Relay(int from, int to) throws IOException {
        this.from = from;
        this.to = to;
        mend();
    }

    void mend() throws IOException {
        ServerSocket listening = new ServerSocket(from, 50, InetAddress.getLoopbackAddress());
        server = listening;
        daemon(() -> {
            while (true) {
                Socket near = listening.accept();
                Socket far = new Socket(InetAddress.getLoopbackAddress(), to);
                open.add(near);
                open.add(far);
                daemon(() -> pipe(near, far));
                daemon(() -> pipe(far, near));
            }
        });
    }

    void cut() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
        open.clear();
    }

    private static void pipe(Socket in, Socket out) throws IOException {
        try (in; out; InputStream from = in.getInputStream(); OutputStream to = out.getOutputStream()) {
            from.transferTo(to);
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException ended) {
                // cut
            }
        }, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        cut();
    }
}
