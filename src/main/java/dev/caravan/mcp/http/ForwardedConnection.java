package dev.caravan.mcp.http;

import java.util.concurrent.atomic.AtomicInteger;

/** Connects to a client that has reconnected to another gateway; that gateway forwards the events. */
final class ForwardedConnection implements Connection {

    private static final int MANY = 100;

    private final String visit;
    private final String host;
    private final StreamRelay relay;
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * Creates the connection.
     *
     * @param host gateway that the client is connected to
     */
    ForwardedConnection(String visit, String host, StreamRelay relay) {
        this.visit = visit;
        this.host = host;
        this.relay = relay;
    }

    @Override
    public void send(ServerSentEvent event) {
        waiting.incrementAndGet();
        relay.tell(this, host, StreamRelay.EVENT, visit, event.text(), waiting::decrementAndGet);
    }

    @Override
    public boolean isBusy() {
        return waiting.get() > MANY;
    }

    @Override
    public void end() {
        relay.tell(this, host, StreamRelay.END, visit, "", () -> { });
    }
}
