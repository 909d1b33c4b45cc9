package dev.caravan.database;

import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/**
 * Names of steps in the flows of older releases. A file that names such a step is refused when it is loaded, with a message that says what to do.
 * Without this class the message would name only a missing method or bean.
 */
@Component
class RetiredSteps {

    /** By name of the step, the file that contains the step. */
    private static final Map<String, String> FILES = Map.of("sqlSelect", "sql", "mongo", "mongodb", "redis", "redis", "openSearch", "opensearch", "supabase", "supabase");

    RetiredSteps(CamelContext context) {
        FILES.forEach((step, file) -> context.getRegistry().bind(step, Processor.class, () -> {
            throw new IllegalStateException("routes/databases/" + file + ".camel.yaml is of an older release: its step " + step + " no longer exists."
                    + " Copy this file from the routes of this release, and repeat your own changes in the copy");
        }));
    }
}
