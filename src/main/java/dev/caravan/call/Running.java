package dev.caravan.call;

import org.apache.camel.Exchange;
import org.apache.camel.support.SynchronizationAdapter;

/** A handle to the exchange that runs a call's route, to end it early. */
public final class Running {

    private final Exchange asked;
    private Exchange exchange;
    private boolean abandoned;

    /** @param asked exchange of the entry, which gets the answer */
    Running(Exchange asked) {
        this.asked = asked;
    }

    /** Runs the work when the call of this exchange is answered. For an exchange without a call, runs it when the exchange is done. */
    public static void whenAnswered(Exchange exchange, Runnable work) {
        CallContext context = exchange.getProperty(CallContext.PROPERTY, CallContext.class);
        if (context == null) {
            whenDone(exchange, work);
        } else {
            context.running().whenAnswered(work);
        }
    }

    private synchronized void whenAnswered(Runnable work) {
        if (abandoned) {
            work.run(); // the answer may already be sent
        } else {
            whenDone(asked, work);
        }
    }

    private static void whenDone(Exchange exchange, Runnable work) {
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onDone(Exchange done) {
                work.run();
            }
        });
    }

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

    /** Stops the exchange of an abandoned call again, since some of Camel's steps copy the flag of another exchange, and a fallback clears it. */
    static void stopAgain(Exchange route) {
        CallContext context = route.getProperty(CallContext.PROPERTY, CallContext.class);
        if (context != null) {
            context.running().again(route);
        }
    }

    private synchronized void again(Exchange route) {
        if (route == exchange) {
            stop();
        }
    }

    private void stop() {
        if (abandoned && exchange != null) {
            exchange.setRouteStop(true);
        }
    }
}
