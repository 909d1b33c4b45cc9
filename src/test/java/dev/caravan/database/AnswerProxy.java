package dev.caravan.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;

/** A port before a server. The answer to a request that contains a given word waits, or is lost. Everything else passes. */
public final class AnswerProxy implements AutoCloseable {

    private static final int BYTES_AT_ONCE = 65_536;

    /** Runs when the server has answered, before the answer is passed on. An exception loses the answer and closes the connection. */
    public interface Before {

        void run() throws Exception;
    }

    private record Rule(String word, Before before) {
    }

    private final int to;
    private final ServerSocket listening;
    private volatile Rule rule;

    /** @param address URL of the server */
    public AnswerProxy(String address) throws IOException {
        to = URI.create(address).getPort();
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(() -> {
            while (true) {
                Socket near = listening.accept();
                Socket far = new Socket(InetAddress.getLoopbackAddress(), to);
                AtomicBoolean asked = new AtomicBoolean();
                daemon(() -> requests(near, far, asked));
                daemon(() -> answers(far, near, asked));
            }
        });
    }

    public int port() {
        return listening.getLocalPort();
    }

    /** From now on, this runs before the answer to each request that contains the word. */
    public void beforeAnswers(String word, Before before) {
        rule = new Rule(word, before);
    }

    private void requests(Socket near, Socket far, AtomicBoolean asked) throws Exception {
        byte[] bytes = new byte[BYTES_AT_ONCE];
        try (near; far; InputStream in = near.getInputStream(); OutputStream out = far.getOutputStream()) {
            for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
                if (rule != null && new String(bytes, 0, length, StandardCharsets.ISO_8859_1).contains(rule.word())) {
                    asked.set(true);
                }
                out.write(bytes, 0, length);
            }
        }
    }

    private void answers(Socket far, Socket near, AtomicBoolean asked) throws Exception {
        byte[] bytes = new byte[BYTES_AT_ONCE];
        try (near; far; InputStream in = far.getInputStream(); OutputStream out = near.getOutputStream()) {
            for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
                if (asked.compareAndSet(true, false)) {
                    rule.before().run();
                }
                out.write(bytes, 0, length);
            }
        }
    }

    private static void daemon(Before work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Exception ended) {
                // a connection was closed, or an answer was lost
            }
        }, "answer-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
