package dev.caravan.observe;

import org.springframework.stereotype.Component;

/** Creates a span per Redis command, or per batch of commands: name and number, without keys and values. */
@Component
public record RedisSpans(Traces traces) {

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
        return traces.operation(operation, "redis", database, operation,
                "db.operation.batch.size", number == 1 ? null : String.valueOf(number));
    }
}
