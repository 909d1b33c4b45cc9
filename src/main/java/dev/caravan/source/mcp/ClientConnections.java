package dev.caravan.source.mcp;

import dev.caravan.envelope.Text;
import dev.caravan.envelope.UnreachableException;
import dev.caravan.envelope.UpstreamException;
import dev.caravan.source.CallDeadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The connections of one server that are not shared: one for each client with {@code sessions: per-client}, or one for each caller of a
 * server that wants tokens of its callers. A connection ends with the client's session, or when its owner has not called for a time. A
 * client that can't be told from others has a connection for each call.
 */
final class ClientConnections implements AutoCloseable {

    /** Applies if the server has no {@code idle}. */
    private static final Duration LONGEST_IDLE = Duration.ofMinutes(10);

    private static final class Own {

        private final UpstreamServer server;
        private int users;
        private long lastUse;

        Own(UpstreamServer server) {
            this.server = server;
        }
    }

    private final String name;
    private final String owners;
    private final int most;
    private final Duration idle;
    private final ScheduledExecutorService clock;
    /** By client, the one that called last at the end. A client that can't be told from others is a key of its own. */
    private final Map<Object, Own> clients = new LinkedHashMap<>(16, 0.75f, true);
    private boolean closed;
    private boolean lookPlanned;

    /**
     * @param owners whose connections they are, for messages
     * @param most   maximum number of connections
     */
    ClientConnections(String name, String owners, int most, Duration idle, ScheduledExecutorService clock) {
        this.name = name;
        this.owners = owners;
        this.most = most;
        this.idle = idle.isZero() ? LONGEST_IDLE : idle;
        this.clock = clock;
    }

    /**
     * Makes one request on the client's connection.
     *
     * @param client null if the client can't be told from others
     * @param maker  makes a server with a connection that nobody else has
     */
    <T> T ask(String client, Supplier<UpstreamServer> maker, UpstreamServer.Request<T> request, CallDeadline deadline)
            throws UpstreamException, InterruptedException {
        Object key = client == null ? new Object() : client;
        Own own = take(key, maker);
        try {
            return own.server.ask(request, deadline);
        } finally {
            give(key, own, client == null);
        }
    }

    private Own take(Object key, Supplier<UpstreamServer> maker) throws UnreachableException {
        UpstreamServer unused = null;
        Own own;
        synchronized (this) {
            own = clients.get(key);
            if (own == null) {
                if (closed || clients.size() >= most && (unused = longestUnused()) == null) {
                    throw new UnreachableException(Text.of("upstream.down", name, closed ? "its settings have changed" : "all " + most + " "
                            + owners + " use it now"));
                }
                own = new Own(maker.get());
                clients.put(key, own);
            }
            own.users++;
        }
        if (unused != null) {
            unused.close();
        }
        return own;
    }

    /** Removes the connection that was not used for the longest time. Returns null if all are in use. */
    private UpstreamServer longestUnused() {
        for (Iterator<Own> all = clients.values().iterator(); all.hasNext();) {
            Own own = all.next();
            if (own.users == 0) {
                all.remove();
                return own.server;
            }
        }
        return null;
    }

    private void give(Object key, Own own, boolean once) {
        boolean over;
        synchronized (this) {
            own.users--;
            own.lastUse = System.nanoTime();
            over = once && clients.remove(key, own);
            if (!over) {
                lookAfter(idle.toNanos());
            }
        }
        if (over) {
            own.server.close();
        }
    }

    /** Plans one look at unused connections, however many calls there are. */
    private void lookAfter(long nanos) {
        if (!lookPlanned && !clock.isShutdown()) {
            lookPlanned = true;
            clock.schedule(this::endUnused, TimeUnit.NANOSECONDS.toMillis(nanos) + 10, TimeUnit.MILLISECONDS);
        }
    }

    private void endUnused() {
        List<UpstreamServer> unused = new ArrayList<>();
        synchronized (this) {
            lookPlanned = false;
            long now = System.nanoTime();
            clients.values().removeIf(own -> {
                boolean over = own.users == 0 && now - own.lastUse >= idle.toNanos();
                if (over) {
                    unused.add(own.server);
                }
                return over;
            });
            // a connection in use is looked at after its use
            clients.values().stream().filter(own -> own.users == 0).mapToLong(own -> idle.toNanos() - (now - own.lastUse)).min()
                    .ifPresent(this::lookAfter);
        }
        unused.forEach(UpstreamServer::close);
    }

    /** Ends the connection of a client whose session has ended. Its running calls fail. */
    void end(String client) {
        Own own;
        synchronized (this) {
            own = clients.remove(client);
        }
        if (own != null) {
            own.server.close();
        }
    }

    /** Returns the servers with a connection of one client each. */
    synchronized List<UpstreamServer> servers() {
        return clients.values().stream().map(own -> own.server).toList();
    }

    @Override
    public void close() {
        List<UpstreamServer> all;
        synchronized (this) {
            closed = true;
            all = servers();
            clients.clear();
        }
        all.forEach(UpstreamServer::close);
    }
}
