package dev.caravan.trace;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.stereotype.Component;

/** A span of each Redis command, or of several that are sent together: its name and how many, and no key and no value. */
@Component
public class RedisSpans {

    private final Traces traces;

    RedisSpans(Traces traces) {
        this.traces = traces;
    }

    /**
     * Must be ended, when the answers are there.
     *
     * @param database its name in the settings
     * @param command  such as {@code MGET}
     * @param number   of commands; 0: nothing is sent
     */
    public ClientSpan begin(String database, String command, int number) {
        if (number == 0) {
            return ClientSpan.NONE;
        }
        String operation = number == 1 ? command : "BATCH " + command;
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("db.system.name", "redis");
        attributes.put("db.namespace", database);
        attributes.put("db.operation.name", operation);
        if (number > 1) {
            attributes.put("db.operation.batch.size", String.valueOf(number));
        }
        return traces.step(operation, attributes);
    }
}
