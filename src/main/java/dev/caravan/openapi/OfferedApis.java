package dev.caravan.openapi;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** The APIs that are offered now, and the reasons why others are not. */
@Component
class OfferedApis {

    private final Map<String, OfferedApi> apis = new ConcurrentHashMap<>();
    private final Map<String, String> problems = new ConcurrentHashMap<>();

    /** Returns the API, or null. */
    OfferedApi named(String name) {
        return apis.get(name);
    }

    /** Returns {name: API}. */
    Map<String, OfferedApi> all() {
        return new TreeMap<>(apis);
    }

    /** Returns {name: why its files can't be used}. An API with a problem may still be offered as it was before. */
    Map<String, String> problems() {
        return new TreeMap<>(problems);
    }

    void offer(OfferedApi api) {
        apis.put(api.name(), api);
        problems.remove(api.name());
    }

    void refuse(String name, String problem) {
        problems.put(name, problem);
    }

    /** Returns whether the API was offered. */
    boolean withdraw(String name) {
        problems.remove(name);
        return apis.remove(name) != null;
    }
}
