package dev.caravan.mcp.http;

import java.util.concurrent.atomic.AtomicInteger;

/** To a client that has come back to another gateway, which passes events on. */
final class ForwardedConnection implements Connection {

    private static final int MANY = 100;

    private final String visit;
    private final String host;
    private final Forwarding forwarding;
    private final AtomicInteger waiting = new AtomicInteger();

    /** @param host the gateway to which the client has come */
    ForwardedConnection(String visit, String host, Forwarding forwarding) {
        this.visit = visit;
        this.host = host;
        this.forwarding = forwarding;
    }

    @Override
    public void send(ServerSentEvent event) {
        waiting.incrementAndGet();
        forwarding.tell(this, host, Forwarding.EVENT, visit, event.text(), waiting::decrementAndGet);
    }

    @Override
    public boolean isBusy() {
        return waiting.get() > MANY;
    }

    @Override
    public void end() {
        forwarding.tell(this, host, Forwarding.END, visit, "", () -> { });
    }
}
