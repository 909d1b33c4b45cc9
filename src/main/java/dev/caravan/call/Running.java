package dev.caravan.call;

import org.apache.camel.Exchange;

/** The exchange on which a call's route runs, for whoever wants it to end before it is through. */
public final class Running {

    private Exchange exchange;
    private boolean abandoned;

    public synchronized void on(Exchange route) {
        exchange = route;
        stop();
    }

    /** The route does no step more than the one that it is at. */
    public synchronized void abandon() {
        abandoned = true;
        stop();
    }

    private void stop() {
        if (abandoned && exchange != null) {
            exchange.setRouteStop(true);
        }
    }
}
