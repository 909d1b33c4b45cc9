package dev.caravan.call;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/**
 * Whether calls must keep their callers' tokens because an upstream server or an API gets exchanged ones. These settings change while calls
 * run.
 */
@Component
public class TokenExchanges {

    private final Set<String> needing = ConcurrentHashMap.newKeySet();

    /** @param by who needs them or no longer does */
    public void setNeeded(String by, boolean isNeeded) {
        if (isNeeded) {
            needing.add(by);
        } else {
            needing.remove(by);
        }
    }

    public boolean isNeeded() {
        return !needing.isEmpty();
    }
}
