package dev.caravan.mcp.stdio;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes lines in order on its own thread, so that nobody waits for a client that doesn't read. */
final class StdioOutput {

    /** The number of waiting bytes above which the client counts as slow. */
    private static final long BUSY = 256 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(StdioOutput.class);

    private static final byte[] END = {};

    private final OutputStream out;
    private final Runnable whenBroken;
    private final BlockingQueue<byte[]> waiting = new LinkedBlockingQueue<>();
    private final AtomicLong bytes = new AtomicLong();
    private final Thread writer;

    /**
     * Creates the writer.
     *
     * @param whenBroken called once when writing fails
     */
    StdioOutput(OutputStream out, Runnable whenBroken) {
        this.out = out;
        this.whenBroken = whenBroken;
        this.writer = new Thread(this::write, "stdio-output");
        writer.setDaemon(true);
        writer.start();
    }

    /**
     * Queues a line.
     *
     * @param line line without its end
     */
    void send(byte[] line) {
        bytes.addAndGet(line.length);
        waiting.add(line);
    }

    /** Returns whether the client reads slowly. */
    boolean isBusy() {
        return bytes.get() >= BUSY;
    }

    /** Waits until all lines are written, at most this long. */
    void close(long millis) throws InterruptedException {
        waiting.add(END);
        writer.join(millis);
    }

    private void write() {
        try {
            for (byte[] line = waiting.take(); line != END; line = waiting.take()) {
                byte[] whole = new byte[line.length + 1];
                System.arraycopy(line, 0, whole, 0, line.length);
                whole[line.length] = '\n';
                out.write(whole);
                out.flush();
                bytes.addAndGet(-line.length);
            }
        } catch (IOException e) {
            LOG.info("Client stopped reading standard output error={}", e.getMessage());
            whenBroken.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
