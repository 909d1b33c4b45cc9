package dev.caravan.call;

import dev.caravan.mcp.ListChanges;
import dev.caravan.observe.Check;
import dev.caravan.routes.RoutesState;
import dev.caravan.security.Keys;
import dev.caravan.security.ToolsetFolder;
import dev.caravan.security.Usable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Watches what the files of toolsets and keys come to. Announces changed lists to clients, logs names that select nothing, and reports
 * {@code access} in health: UP, or DEGRADED if a file can't be used, a toolset names something that doesn't exist, or a key names a toolset
 * that doesn't exist. Never DOWN, because the other toolsets and keys work.
 */
@Component("accessHealthIndicator")
class AccessFiles implements HealthIndicator {

    private static final Logger LOG = LoggerFactory.getLogger(AccessFiles.class);

    private final CamelContext context;
    private final ToolsetFolder toolsets;
    private final Keys keys;
    private final ListChanges changes;
    private volatile boolean loaded;

    AccessFiles(CamelContext context, ToolsetFolder toolsets, Keys keys, ListChanges changes) {
        this.context = context;
        this.toolsets = toolsets;
        this.keys = keys;
        this.changes = changes;
        toolsets.onChange(this::changed);
    }

    @EventListener
    void loaded(RoutesState.Loaded routes) {
        loaded = true;
        logUnmatched();
    }

    private void changed() {
        List.of(ListChanges.TOOLS, ListChanges.RESOURCES, ListChanges.PROMPTS).forEach(list -> changes.changed(ListChanges.GATEWAY, list));
        if (loaded) {
            logUnmatched();
        }
    }

    private void logUnmatched() {
        unmatched().values().forEach(all -> all.forEach(each -> LOG.warn("Toolset names something that doesn't exist reason={}", each)));
    }

    private Map<String, List<String>> unmatched() {
        List<Usable> all = Arrays.stream(DefinitionKind.values())
                .flatMap(kind -> DefinitionRegistry.of(context, kind).consumers().stream()).<Usable>map(DefinitionConsumer::definition)
                .toList();
        return toolsets.unmatched(all);
    }

    /** Returns {name of a key: toolsets that it names and that don't exist}. */
    private Map<String, List<String>> unknown() {
        Map<String, List<String>> unknown = new TreeMap<>();
        for (Map.Entry<String, Set<String>> key : keys.toolsets().entrySet()) {
            List<String> missing = key.getValue().stream().filter(name -> toolsets.find(name).isEmpty()).sorted().toList();
            if (!missing.isEmpty()) {
                unknown.put(key.getKey(), missing);
            }
        }
        return unknown;
    }

    @Override
    public Health health() {
        Map<String, String> refused = new TreeMap<>(toolsets.problems());
        refused.putAll(keys.problems());
        Map<String, List<String>> unmatched = loaded ? unmatched() : Map.of();
        Map<String, List<String>> unknown = unknown();
        Health.Builder health = refused.isEmpty() && unmatched.isEmpty() && unknown.isEmpty() ? Health.up() : Health.status(Check.DEGRADED);
        health.withDetail("toolsets", toolsets.names());
        Map.of("refused", refused, "selectsNothing", unmatched, "keysWithoutToolset", unknown).forEach((name, problems) -> {
            if (!problems.isEmpty()) {
                health.withDetail(name, problems);
            }
        });
        return health.build();
    }
}
