package dev.caravan.embedded;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.IntSupplier;

/**
 * A server in its place: its directory, and from its first start on its port. Tests take a database away with
 * {@link #stop()} and bring it back, at the same address and with its data, with {@link #start()}.
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

    /** Where it serves, as a URL. */
    public synchronized String address() {
        return server.address();
    }

    /** {property name: value}, what an application needs to use it. */
    public synchronized Map<String, String> properties() {
        return server.properties();
    }

    public synchronized boolean isRunning() {
        return running;
    }

    /** Whether it has served at some time, and so has an address and properties. */
    synchronized boolean hasAddress() {
        return port != 0;
    }

    /**
     * Returns once it serves; does nothing when it already does.
     *
     * @throws IllegalStateException naming the server and the cause, when it doesn't come up
     */
    public synchronized void start() {
        if (running) {
            return;
        }
        if (retired) {
            throw new IllegalStateException(name() + " is not started: its servers are closed");
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

    /** Another program may take the port between our look and the server's own bind: then the next port has its turn. */
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

    /** Returns once it is down; does nothing when it isn't running. */
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

    /** Stops it for good: a start that waits for its turn is refused. */
    synchronized void retire() {
        retired = true;
        stop();
    }
}
