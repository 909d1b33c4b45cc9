package dev.caravan.source.mcp;

import dev.caravan.envelope.Text;
import dev.caravan.envelope.UnreachableException;
import dev.caravan.envelope.UpstreamException;
import dev.caravan.source.CallDeadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The connections of one server that are not shared: one for each client with {@code sessions: per-client}, or one for each caller of a
 * server that wants tokens of its callers. A connection ends with the client's session, or when its owner has not called for a time. A
 * client that can't be told from others has a connection for each call.
 */
final class ClientConnections implements AutoCloseable {

    private final String name;
    private final int most;
    private final Duration idle;
    /** By client, the one that called last at the end. A client that can't be told from others is a key of its own. */
    private final Map<Object, UpstreamServer> clients = new LinkedHashMap<>(16, 0.75f, true);
    private boolean closed;

    /**
     * @param most   maximum number of connections
     */
    ClientConnections(String name, int most, Duration idle) {
        this.name = name;
        this.most = most;
        this.idle = idle;
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
        UpstreamServer own = take(key, maker);
        try {
            return own.ask(request, deadline);
        } finally {
            give(key, own, client == null);
        }
    }

    private UpstreamServer take(Object key, Supplier<UpstreamServer> maker) throws UnreachableException {
        UpstreamServer unused = null;
        UpstreamServer own;
        synchronized (this) {
            own = clients.get(key);
            if (own == null) {
                if (closed || clients.size() >= most && (unused = longestUnused()) == null) {
                    throw new UnreachableException(Text.of("upstream.down", name, closed ? "its settings have changed"
                            : "all its " + most + " connections are in use now"));
                }
                own = maker.get();
                clients.put(key, own);
            }
            own.use(1);
        }
        if (unused != null) {
            unused.close();
        }
        return own;
    }

    /** Removes the connection that was not used for the longest time. Returns null if all are in use. */
    private UpstreamServer longestUnused() {
        UpstreamServer unused = clients.values().stream().filter(own -> !own.isInUse()).findFirst().orElse(null);
        clients.values().remove(unused);
        return unused;
    }

    private void give(Object key, UpstreamServer own, boolean once) {
        boolean over;
        synchronized (this) {
            own.use(-1);
            over = once && clients.remove(key, own);
        }
        if (over) {
            own.close();
        }
    }

    /** Ends connections that were not used for a time. */
    void endUnused() {
        List<UpstreamServer> unused = new ArrayList<>();
        synchronized (this) {
            long now = System.nanoTime();
            clients.values().removeIf(own -> !own.isInUse() && now - own.lastUse() >= idle.toNanos() && unused.add(own));
        }
        unused.forEach(UpstreamServer::close);
    }

    /** Ends the connection of a client whose session has ended. Its running calls fail. */
    void end(String client) {
        UpstreamServer own;
        synchronized (this) {
            own = clients.remove(client);
        }
        if (own != null) {
            own.close();
        }
    }

    @Override
    public void close() {
        List<UpstreamServer> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(clients.values());
            clients.clear();
        }
        all.forEach(UpstreamServer::close);
    }
}
