package dev.caravan.mcp.stdio;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes lines in order on its own thread, so that nobody waits for a client that doesn't read. */
final class StdioOutput {

    /** The number of waiting bytes above which the client counts as slow. */
    private static final long BUSY = 256 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(StdioOutput.class);

    private final OutputStream out;
    private final Runnable whenBroken;
    private final AtomicLong bytes = new AtomicLong();
    /** Drops lines after the end. */
    private final ExecutorService writer = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
            new CamelThreadFactory("#name#", "stdio-output", true), new ThreadPoolExecutor.DiscardPolicy());
    private volatile boolean broken;

    /**
     * Creates the writer.
     *
     * @param whenBroken called once when writing fails
     */
    StdioOutput(OutputStream out, Runnable whenBroken) {
        this.out = out;
        this.whenBroken = whenBroken;
    }

    /**
     * Queues a line.
     *
     * @param line line without its end
     */
    void send(byte[] line) {
        bytes.addAndGet(line.length);
        writer.execute(() -> write(line));
    }

    /** Returns whether the client reads slowly. */
    boolean isBusy() {
        return bytes.get() >= BUSY;
    }

    /** Waits until all lines are written, at most this long. */
    void close(long millis) throws InterruptedException {
        writer.shutdown();
        writer.awaitTermination(millis, TimeUnit.MILLISECONDS);
    }

    private void write(byte[] line) {
        try {
            if (!broken) {
                byte[] whole = Arrays.copyOf(line, line.length + 1);
                whole[line.length] = '\n';
                out.write(whole);
                out.flush();
                bytes.addAndGet(-line.length);
            }
        } catch (IOException e) {
            LOG.info("Client stopped reading standard output error={}", e.getMessage());
            broken = true;
            whenBroken.run();
        }
    }
}
