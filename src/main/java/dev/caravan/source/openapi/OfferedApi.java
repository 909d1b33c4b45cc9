package dev.caravan.source.openapi;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An API whose operations are tools.
 *
 * @param server  address without a slash at its end
 * @param tools   tools by operation id
 * @param refused {operation id: reason why it is no tool}
 * @param left    number of operations beyond {@code max-tools}
 * @param secrets texts that must not appear in answers, errors and logs
 */
record OfferedApi(String name, String server, ApiSettings settings, Map<String, OperationTool> tools, Map<String, String> refused, int left,
        List<String> secrets) {

    private static final int MOST_REASONS = 20;

    /** Returns the names of the tools, sorted. */
    List<String> toolNames() {
        return tools.values().stream().map(tool -> tool.tool().name()).sorted().toList();
    }

    /** Returns some of the refused operations, because the page asks every 2 seconds. */
    Map<String, String> firstRefused() {
        return refused.entrySet().stream().limit(MOST_REASONS)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one, LinkedHashMap::new));
    }

    /** Returns the API without secrets. */
    @Override
    public String toString() {
        return "OfferedApi[" + name + ", " + server + ", tools=" + tools.keySet() + "]";
    }
}
