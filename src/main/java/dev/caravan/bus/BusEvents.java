package dev.caravan.bus;

import dev.caravan.mcp.ListChanges;
import dev.caravan.mcp.ServerMessage;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.ProducerTemplate;
import org.springframework.stereotype.Component;

/**
 * Hands the route {@code list-events} the changes of the gateway's lists and resources. As a step it counts an event that could not be
 * published, as {@code caravan.audit.lost}. The log contains those of audit.
 */
@OnBus
@Component("busEvents")
class BusEvents implements ListChanges.Listener, Processor {

    /** While the route is not there, nobody wants them. */
    private static final String ROUTE = "seda:list-events?discardIfNoConsumers=true&discardWhenFull=true&waitForTaskToComplete=Never";

    private final ProducerTemplate events;
    private final Counter lost;

    BusEvents(CamelContext context, ListChanges changes, MeterRegistry meters) {
        this.events = context.createProducerTemplate();
        this.lost = Counter.builder("caravan.audit.lost").description("Audit events that could not be published").register(meters);
        changes.addListener(this);
    }

    @Override
    public void changed(String topic, String list) {
        if (topic.equals(ListChanges.GATEWAY)) {
            publish("dev.caravan." + list + ".list_changed", null, ServerMessage.listChanged(list));
        }
    }

    @Override
    public void updated(String uri) {
        publish("dev.caravan.resources.updated", uri, ServerMessage.resourceUpdated(uri));
    }

    private void publish(String type, String subject, ServerMessage message) {
        if (events.getCamelContext().isStarted()) {
            events.send(ROUTE, event -> {
                event.setProperty("eventType", type);
                event.setProperty("eventSubject", subject);
                event.getMessage().setBody(message.json());
            });
        }
    }

    @Override
    public void process(Exchange exchange) {
        lost.increment();
    }
}
