package dev.caravan.database;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.support.EventHelper;
import org.apache.camel.support.EventNotifierSupport;

/** Notes what the routes of {@code db_query_*} send to their databases: one endpoint for each statement, command or request. */
public final class SentRequests extends EventNotifierSupport {

    private final List<String> sent = new CopyOnWriteArrayList<>();

    /** The endpoints that the action sent to, in their order. */
    public static <T> List<String> during(CamelContext context, Supplier<T> action) {
        SentRequests requests = new SentRequests();
        requests.start();
        context.getManagementStrategy().addEventNotifier(requests);
        context.getCamelContextExtension().setEventNotificationApplicable(true);
        try {
            action.get();
        } finally {
            context.getManagementStrategy().removeEventNotifier(requests);
            context.getCamelContextExtension().setEventNotificationApplicable(EventHelper.eventsApplicable(context));
        }
        return requests.sent;
    }

    @Override
    public void notify(CamelEvent event) {
        if (event instanceof CamelEvent.ExchangeSendingEvent sending
                && String.valueOf(sending.getExchange().getFromRouteId()).startsWith("db_query_")) {
            String uri = sending.getEndpoint().getEndpointUri();
            if (uri.matches("(sql|mongodb|http):.*")) {
                sent.add(uri);
            }
        }
    }
}
