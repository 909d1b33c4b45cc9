package dev.caravan.call;

import org.apache.camel.Exchange;

/**
 * What a bus knows of a message that it may deliver again, and what became of the calls in it. Exchange property {@value #PROPERTY}.
 * Absent on transports without redelivery, such as HTTP.
 */
public final class Redelivery {

    private static final String PROPERTY = "redelivery";

    /**
     * Why a call can't run now: the gateway's own store or the tool's database does not answer, all places are taken, or the sender is over
     * its rate.
     */
    public enum Obstacle {
        STORE, DATABASE, PLACES, RATE;

        /** Returns whether a database does not answer. */
        public boolean isAbsence() {
            return this == STORE || this == DATABASE;
        }
    }

    private final String key;
    private final boolean redelivered;
    private final boolean flagged;
    private int begun;
    private Obstacle obstacle;
    private String reason;

    /**
     * @param key         the same for each delivery of the message; null if it has no id
     * @param redelivered whether the broker says that it may have been delivered before
     * @param flagged     whether the broker always says so
     */
    public Redelivery(String key, boolean redelivered, boolean flagged) {
        this.key = key;
        this.redelivered = redelivered;
        this.flagged = flagged;
    }

    /** Returns what is known of the message; null on transports without redelivery. */
    public static Redelivery of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, Redelivery.class);
    }

    public void leaveOn(Exchange exchange) {
        exchange.setProperty(PROPERTY, this);
    }

    /** Returns whether no call that must run once has begun, so that the message may run again. */
    public synchronized boolean isUntouched() {
        return begun == 0;
    }

    /** Returns what prevented a call; null if nothing did. */
    public synchronized Obstacle obstacle() {
        return obstacle;
    }

    /** Returns the same in words; null if nothing did. */
    public synchronized String reason() {
        return reason;
    }

    /** Records that a call did not run. */
    public synchronized void preventedBy(Obstacle found, String words) {
        obstacle = found;
        reason = words;
    }

    String key() {
        return key;
    }

    boolean isRedelivered() {
        return redelivered;
    }

    boolean isFlagged() {
        return flagged;
    }

    synchronized void begun() {
        begun++;
    }

    synchronized void revoked() {
        begun--;
    }
}
