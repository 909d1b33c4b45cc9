package dev.caravan.mcp.input;

import dev.caravan.mcp.ClientCapabilities;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The questions of one request in the order in which they were added. */
abstract class AskedInput implements ClientInput {

    private final ClientCapabilities capabilities;
    private final Map<InputKind, Integer> numbers = new EnumMap<>(InputKind.class);
    private final Map<String, InputRequest> asked = new LinkedHashMap<>();

    AskedInput(ClientCapabilities capabilities) {
        this.capabilities = capabilities;
    }

    @Override
    public ClientCapabilities capabilities() {
        return capabilities;
    }

    @Override
    public synchronized String nextKey(InputKind kind) {
        return kind.name().toLowerCase(Locale.ROOT) + "-" + numbers.merge(kind, 1, Integer::sum);
    }

    /** Returns {key: question}. Callers must hold the monitor of this object. */
    Map<String, InputRequest> asked() {
        return asked;
    }

    synchronized void keep(InputRequest question) {
        asked.putIfAbsent(question.key(), question);
    }
}
