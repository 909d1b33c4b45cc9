package dev.caravan.observe;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Creates a span per Redis command, or per batch of commands: name and number, without keys and values. */
@Component
public class RedisSpans {

    private final Traces traces;

    RedisSpans(Traces traces) {
        this.traces = traces;
    }

    /**
     * Starts a span. End it when the answers have arrived.
     *
     * @param database name in the settings
     * @param command  such as {@code MGET}
     * @param number   number of commands; 0 sends nothing
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
