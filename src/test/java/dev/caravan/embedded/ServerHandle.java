package dev.caravan.embedded;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.IntSupplier;

/**
 * A server with its directory and, after its first start, its port. Tests take a database away with {@link #stop()}, and bring it back at
 * the same address and with its data with {@link #start()}.
 */
public final class ServerHandle {

    private static final int PORTS_TO_TRY = 5;

    private final EmbeddedServer server;
    private final Path directory;
    private final IntSupplier ports;
    private int port;
    private boolean running;
    private boolean retired;

    ServerHandle(EmbeddedServer server, Path directory, IntSupplier ports) {
        this.server = server;
        this.directory = directory;
        this.ports = ports;
    }

    public String name() {
        return server.name();
    }

    EmbeddedServer server() {
        return server;
    }

    /** Returns its URL. */
    public synchronized String address() {
        return server.address();
    }

    /** Returns the properties that an application needs to use it, {name: value}. */
    public synchronized Map<String, String> properties() {
        return server.properties();
    }

    public synchronized boolean isRunning() {
        return running;
    }

    /** Whether it has started once, and so has an address and properties. */
    synchronized boolean hasAddress() {
        return port != 0;
    }

    /**
     * Returns when the server is ready. Does nothing if it already is.
     *
     * @throws IllegalStateException if it does not start; the message names the server and the cause
     */
    public synchronized void start() {
        if (running) {
            return;
        }
        if (retired) {
            throw new IllegalStateException(name() + " did not start: its servers are closed");
        }
        try {
            if (port == 0) {
                port = startOnSomePort();
            } else {
                server.start(directory, port);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(name() + " did not start: interrupted", e);
        } catch (Exception e) {
            throw new IllegalStateException(name() + " did not start: " + e.getMessage(), e);
        }
        running = true;
    }

    /** Tries the next port if another program takes the port between our check and the server's bind. */
    private int startOnSomePort() throws Exception {
        for (int attempt = 1; ; attempt++) {
            int candidate = ports.getAsInt();
            try {
                server.start(directory, candidate);
                return candidate;
            } catch (Exception e) {
                if (attempt == PORTS_TO_TRY || FreePorts.isFree(candidate)) {
                    throw e;
                }
            }
        }
    }

    /** Returns when the server has stopped. Does nothing if it is not running. */
    public synchronized void stop() {
        if (!running) {
            return;
        }
        running = false;
        try {
            server.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(name() + " did not stop: interrupted", e);
        } catch (Exception e) {
            throw new IllegalStateException(name() + " did not stop: " + e.getMessage(), e);
        }
    }

    /** Stops it for ever: a start that waits for its turn fails. */
    synchronized void retire() {
        retired = true;
        stop();
    }
}
