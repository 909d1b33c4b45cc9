package dev.caravan.call;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/**
 * Whether calls must keep their callers' tokens because an upstream server or an API gets exchanged ones. These settings change while calls
 * run.
 */
@Component
public class TokenExchanges {

    private final Map<String, Boolean> needing = new ConcurrentHashMap<>();

    /** @param by who needs them or no longer does */
    public void setNeeded(String by, boolean isNeeded) {
        needing.put(by, isNeeded);
    }

    public boolean isNeeded() {
        return needing.containsValue(true);
    }
}
