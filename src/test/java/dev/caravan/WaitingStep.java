package dev.caravan;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** A step that waits while it is closed, in whichever route it stands. */
public final class WaitingStep implements Processor {

    public static final String YAML = "- process:\n    ref: \"#class:dev.caravan.WaitingStep\"";

    private static final Object LOCK = new Object();
    private static boolean closed;
    private static int waiting;

    public static void close() {
        synchronized (LOCK) {
            closed = true;
        }
    }

    public static void open() {
        synchronized (LOCK) {
            closed = false;
            LOCK.notifyAll();
        }
    }

    /** Threads that wait at it now. */
    public static int waiting() {
        synchronized (LOCK) {
            return waiting;
        }
    }

    @Override
    public void process(Exchange exchange) throws InterruptedException {
        synchronized (LOCK) {
            waiting++;
            try {
                while (closed) {
                    LOCK.wait();
                }
            } finally {
                waiting--;
            }
        }
    }
}
