package dev.caravan.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.UnitOfWorkHelper;
import org.junit.jupiter.api.Test;

/**
 * Work for the end of a call runs once: when its caller has the answer, and at once if the call was abandoned. A part of a route may run to
 * its end before.
 */
class RunningTest {

    private final Exchange asked = new DefaultExchange(new DefaultCamelContext());
    private final Exchange route = new DefaultExchange(asked.getContext());
    private final AtomicInteger runs = new AtomicInteger();

    private static void done(Exchange exchange) {
        UnitOfWorkHelper.doneSynchronizations(exchange, exchange.getExchangeExtension().handoverCompletions());
    }

    private CallContext call() {
        CallContext context = CallContext.ofHeaders(asked);
        context.leaveOn(route);
        context.running().on(route);
        return context;
    }

    @Test
    void workOfACallWaitsForTheAnswer() {
        call();
        Running.whenAnswered(route, runs::incrementAndGet);
        done(route);
        assertThat(runs).as("the route is done, the answer is not").hasValue(0);
        done(asked);
        assertThat(runs).hasValue(1);
    }

    @Test
    void workOfAnAbandonedCallRunsOnce() {
        CallContext context = call();
        Running.whenAnswered(route, runs::incrementAndGet);
        context.running().abandon();
        assertThat(runs).as("before the answer").hasValue(0);
        done(asked);
        assertThat(runs).hasValue(1);

        Running.whenAnswered(route, runs::incrementAndGet);
        assertThat(runs).as("after the answer").hasValue(2);
    }

    @Test
    void workWithoutACallWaitsForItsExchange() {
        Running.whenAnswered(route, runs::incrementAndGet);
        assertThat(runs).hasValue(0);
        done(route);
        assertThat(runs).hasValue(1);
    }

    @Test
    void routeOfAnAbandonedCallStops() {
        CallContext context = call();
        context.running().abandon();
        assertThat(route.isRouteStop()).isTrue();
    }
}
