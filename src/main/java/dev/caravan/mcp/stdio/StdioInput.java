package dev.caravan.mcp.stdio;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads lines on a thread of its own for as long as the process lives, since a thread that waits for standard input can't be told to
 * stop. While nobody takes them, as during an edit of the entry route, they stay where they are.
 */
final class StdioInput {

    /** What is made of a line that is longer than may be: nothing that could be one. */
    static final byte[] TOO_LONG = {};

    private static final Logger LOG = LoggerFactory.getLogger(StdioInput.class);

    private final InputStream in;
    private final int longest;
    private final Runnable whenEnded;
    private Consumer<byte[]> taker;

    /**
     * @param longest   bytes of a line
     * @param whenEnded hears once that nothing more comes
     */
    StdioInput(InputStream in, int longest, Runnable whenEnded) {
        this.in = in;
        this.longest = longest;
        this.whenEnded = whenEnded;
        Thread reader = new Thread(this::read, "stdio-input");
        reader.setDaemon(true);
        reader.start();
    }

    /** @param next takes every line from now on, or {@link #TOO_LONG}, on the thread that reads; null: nobody does */
    synchronized void give(Consumer<byte[]> next) {
        taker = next;
        notifyAll();
    }

    private void read() {
        try {
            for (byte[] line = line(); line != null; line = line()) {
                if (line == TOO_LONG || !isBlank(line)) {
                    taker().accept(line);
                }
            }
        } catch (IOException e) {
            LOG.info("Standard input can't be read any more: {}", e.getMessage());
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

    /** Null at the end. */
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

    private static boolean isBlank(byte[] line) {
        for (byte each : line) {
            if (each != ' ' && each != '\t' && each != '\r') {
                return false;
            }
        }
        return true;
    }
}
