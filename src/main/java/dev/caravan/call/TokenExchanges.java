package dev.caravan.call;

import org.springframework.stereotype.Component;

/** Whether calls must keep their callers' tokens because an upstream server gets exchanged ones. The settings of upstream servers change while calls run. */
@Component
public class TokenExchanges {

    private volatile boolean needed;

    public void setNeeded(boolean isNeeded) {
        needed = isNeeded;
    }

    public boolean isNeeded() {
        return needed;
    }
}
