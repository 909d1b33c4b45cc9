package dev.caravan.openapi;

import dev.caravan.call.TokenExchanges;
import dev.caravan.oauth.OAuthSettings;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** The APIs that are offered now, and the reasons why others are not. */
@Component
class OfferedApis {

    private final Map<String, OfferedApi> apis = new ConcurrentHashMap<>();
    private final Map<String, String> problems = new ConcurrentHashMap<>();
    private final TokenExchanges exchanges;

    OfferedApis(TokenExchanges exchanges) {
        this.exchanges = exchanges;
    }

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
        keepTokens();
        problems.remove(api.name());
    }

    void refuse(String name, String problem) {
        problems.put(name, problem);
    }

    /** Returns whether the API was offered. */
    boolean withdraw(String name) {
        problems.remove(name);
        boolean wasOffered = apis.remove(name) != null;
        keepTokens();
        return wasOffered;
    }

    /** Lets calls keep their callers' tokens while an API gets exchanged ones. */
    private void keepTokens() {
        exchanges.setNeeded("apis", apis.values().stream().anyMatch(api -> api.oauth() != null && api.oauth().grant() == OAuthSettings.Grant.TOKEN_EXCHANGE));
    }
}
