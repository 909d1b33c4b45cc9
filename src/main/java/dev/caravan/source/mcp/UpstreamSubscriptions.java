package dev.caravan.source.mcp;

import dev.caravan.mcp.ResourceUpdates;
import dev.caravan.mcp.SubscribedResources;
import dev.caravan.mcp.session.SessionStore;
import dev.caravan.source.CallDeadline;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Subscribes to the resources of upstream servers that clients have subscribed to, and relays the updates. The gateway has one subscription
 * per resource, however many clients want it. After each read of a server, and after each change of the clients' subscriptions, the
 * subscriptions are compared. Connections of one client end with its session.
 */
@Component
class UpstreamSubscriptions {

    private static final Logger LOG = LoggerFactory.getLogger(UpstreamSubscriptions.class);

    private final ConnectedServers servers;
    private final FederatedTools tools;
    private final SubscribedResources subscribed;
    private final ExecutorService worker;
    private final AtomicBoolean due = new AtomicBoolean();

    UpstreamSubscriptions(ConnectedServers servers, FederatedTools tools, SubscribedResources subscribed, ResourceUpdates updates,
            SessionStore sessions,
            CamelContext context) {
        this.servers = servers;
        this.tools = tools;
        this.subscribed = subscribed;
        this.worker = context.getExecutorServiceManager().newSingleThreadExecutor(this, "upstream-subscriptions");
        servers.onUpdate(updates::updated);
        subscribed.onChange(this::compareSoon);
        tools.onChange(this::compareSoon);
        sessions.onEnd(session -> servers.endClient(session.key()));
    }

    private void compareSoon() {
        if (due.compareAndSet(false, true) && !worker.isShutdown()) {
            worker.execute(() -> {
                due.set(false);
                compare();
            });
        }
    }

    private void compare() {
        Set<String> wanted;
        try {
            wanted = subscribed.uris();
        } catch (RuntimeException e) {
            LOG.debug("Subscriptions of clients unknown, subscriptions at upstream servers stay", e);
            return;
        }
        tools.known().forEach((server, state) -> {
            if (!state.settings().expose().resources()) {
                return;
            }
            Set<String> own = new HashSet<>(wanted);
            own.removeIf(uri -> !state.hasResource(uri));
            try {
                if (!own.isEmpty() || !servers.isResting(server)) {
                    servers.ask(server, connection -> connection.subscribe(own, CallDeadline.UNLIMITED));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception e) {
                LOG.debug("Upstream subscriptions not made server={}", server, e); // the next read of the server makes them
            }
        });
    }
}
