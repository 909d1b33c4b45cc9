package dev.caravan.catalogue;

import dev.caravan.routes.Gate;
import dev.caravan.routes.Gates;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** Sends calls of bound tools into the routes. */
@Component
class BoundToolRoute implements DisposableBean {

    private static final String ROUTE = "direct:bound-tool";

    private final CamelContext context;
    private final ProducerTemplate producer;
    private final Gate gate;

    BoundToolRoute(CamelContext context) {
        this.context = context;
        this.producer = context.createProducerTemplate();
        this.gate = Gates.of(context).gate("bound-tools");
    }

    CamelContext context() {
        return context;
    }

    Gate openGate() {
        return gate;
    }

    Exchange send(Exchange exchange) {
        return producer.send(ROUTE, exchange);
    }

    @Override
    public void destroy() {
        producer.stop();
    }
}
