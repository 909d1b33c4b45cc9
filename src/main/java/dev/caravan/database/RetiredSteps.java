package dev.caravan.database;

import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/**
 * Names of steps that the flows of older releases have. A file that still names one is refused when it is loaded, with what to do; without this
 * the reason would be a method or bean that is missing.
 */
@Component
class RetiredSteps {

    /** By name, the file that names it. */
    private static final Map<String, String> FILES = Map.of("sqlSelect", "sql", "mongo", "mongodb", "redis", "redis", "openSearch", "opensearch", "supabase", "supabase");

    RetiredSteps(CamelContext context) {
        FILES.forEach((step, file) -> context.getRegistry().bind(step, Processor.class, () -> {
            throw new IllegalStateException("routes/databases/" + file + ".camel.yaml is of an older release: its step " + step + " no longer exists."
                    + " Copy this file from the routes of this release, and repeat your own changes in the copy");
        }));
    }
}
