package dev.caravan.call;

import org.apache.camel.Exchange;

/** A handle to the exchange that runs a call's route, to end it early. */
public final class Running {

    private Exchange exchange;
    private boolean abandoned;

    /** Sets the exchange of the route. Stops it at once if the call was abandoned before. */
    public synchronized void on(Exchange route) {
        exchange = route;
        stop();
    }

    /** Stops the route after its current step. */
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
