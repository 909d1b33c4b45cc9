package dev.caravan.mcp.session;

import dev.caravan.mcp.ListChanges;
import dev.caravan.store.KeyValue;
import dev.caravan.store.KeyValues;
import dev.caravan.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Stores the names of tools that a session's list shows besides the usual ones. Tells the session's client when they change. */
@Component
public class SessionTools {

    private static final Logger LOG = LoggerFactory.getLogger(SessionTools.class);
    private static final String LINE = "\n";
    private static final int MOST_SESSIONS = 10_000;

    private final KeyValue values;

    SessionTools(KeyValues kinds, ListChanges changes) {
        this.values = kinds.open("session-tools", KeyValue.Limits.newest(MOST_SESSIONS));
        values.watch(session -> changes.changedFor(session, ListChanges.TOOLS));
    }

    /** Returns the names, the newest first; none while the store is unavailable. */
    public List<String> of(Session session) {
        try {
            return names(values.get(session.id()).orElse(null));
        } catch (StoreException e) {
            LOG.warn("Tools of a session not listed because the store is unavailable error={}", e.getMessage());
            return List.of();
        }
    }

    /**
     * Adds names before the others. The client is told if it gets a name that it did not have. While the store is unavailable, nothing is
     * added.
     *
     * @param most names that a session keeps; the oldest go
     */
    public void add(Session session, List<String> names, int most) {
        try {
            values.<RuntimeException>change(session.id(), null, session.left(), before -> {
                List<String> known = names(before);
                Set<String> merged = new LinkedHashSet<>(names);
                merged.addAll(known);
                List<String> after = merged.stream().limit(most).toList();
                return known.containsAll(after) ? before : String.join(LINE, after).getBytes(StandardCharsets.UTF_8);
            });
        } catch (StoreException e) {
            LOG.warn("Tools not added to the list of a session because the store is unavailable error={}", e.getMessage());
        }
    }

    private static List<String> names(byte[] lines) {
        return lines == null ? List.of() : List.of(new String(lines, StandardCharsets.UTF_8).split(LINE));
    }
}
