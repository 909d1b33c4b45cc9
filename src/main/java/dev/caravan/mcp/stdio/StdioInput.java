package dev.caravan.mcp.stdio;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads lines on its own thread as long as the process lives, because a thread that waits for standard input can't be stopped. While no
 * consumer takes them, as during an edit of the entry route, lines stay unread.
 */
final class StdioInput {

    /** Replaces a line that exceeds the limit. No real line is empty. */
    static final byte[] TOO_LONG = {};

    private static final Logger LOG = LoggerFactory.getLogger(StdioInput.class);

    private final InputStream in;
    private final int longest;
    private final Runnable whenEnded;
    private Consumer<byte[]> taker;

    /**
     * Creates the reader.
     *
     * @param longest   limit of a line in bytes
     * @param whenEnded called once at the end of input
     */
    StdioInput(InputStream in, int longest, Runnable whenEnded) {
        this.in = in;
        this.longest = longest;
        this.whenEnded = whenEnded;
        Thread reader = new Thread(this::read, "stdio-input");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Sets the consumer.
     *
     * @param next receives every line or {@link #TOO_LONG} on the thread that reads; null for none
     */
    synchronized void give(Consumer<byte[]> next) {
        taker = next;
        notifyAll();
    }

    private void read() {
        try {
            for (byte[] line = line(); line != null; line = line()) {
                if (line == TOO_LONG || !new String(line, StandardCharsets.ISO_8859_1).isBlank()) {
                    taker().accept(line);
                }
            }
        } catch (IOException e) {
            LOG.info("Standard input failed error={}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            whenEnded.run();
        }
    }

    private synchronized Consumer<byte[]> taker() throws InterruptedException {
        while (taker == null) {
            wait();
        }
        return taker;
    }

    /** Returns the next line; null at the end of input. */
    private byte[] line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        boolean tooLong = false;
        int next = in.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = in.read()) {
            if (line.size() < longest) {
                line.write(next);
            } else {
                tooLong = true;
            }
        }
        return tooLong ? TOO_LONG : line.toByteArray();
    }
}
