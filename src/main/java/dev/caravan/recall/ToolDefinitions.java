package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Caches AOI's definitions of tools. A definition is used for a while without asking AOI, and for longer while AOI is down. One account never gets a
 * definition that another account read.
 */
@Component("toolDefinitions")
public class ToolDefinitions {

    /** Exchange properties: the definition, and whether there is one yet (a comparison of the definition itself would write it as text). */
    static final String PROPERTY = "definition";
    private static final String IS_KNOWN = "definitionIsKnown";

    private static final Logger LOG = LoggerFactory.getLogger(ToolDefinitions.class);

    private final Services services;
    private final Cache<Key, Kept> kept;
    private final long ttl;

    ToolDefinitions(Services services, RecallProperties properties) {
        this.services = services;
        this.ttl = properties.definitionsTtl().toNanos();
        this.kept = Caffeine.newBuilder()
                .maximumWeight(properties.cacheSize().toBytes())
                .weigher((Key key, Kept definition) -> definition.bytes() + key.bytes())
                .expireAfterWrite(properties.staleFor())
                .build();
    }

    /** @param asWhom headers that decide what the caller may see, and the language */
    private record Key(String path, Map<String, String> asWhom) {

        static Key of(ServiceCall call) {
            Map<String, String> asWhom = new TreeMap<>(call.headers());
            asWhom.remove("traceparent");
            return new Key(call.path(), asWhom);
        }

        int bytes() {
            return 2 * (path.length() + asWhom.values().stream().mapToInt(String::length).sum());
        }
    }

    private record Kept(JsonNode json, int bytes, long at) {
    }

    /** Returns the bytes in the cache. */
    long weight() {
        kept.cleanUp();
        return kept.policy().eviction().orElseThrow().weightedSize().orElseThrow();
    }

    /** Returns the number of definitions in the cache. */
    long size() {
        return kept.estimatedSize();
    }

    /** Takes a definition from the cache if it is fresh. A tool that the cached list lacks may be new at AOI, so AOI is asked. */
    public void look(@ExchangeProperty(ServiceCall.PROPERTY) ServiceCall call, Exchange exchange) {
        Kept found = kept.getIfPresent(Key.of(call));
        boolean isGood = found != null && System.nanoTime() - found.at() < ttl && DynamicTools.has(found.json(), call.about());
        leave(exchange, isGood ? found.json() : null);
    }

    /** Takes AOI's answer and caches it. */
    public void keep(@Body ServiceAnswer answer, @ExchangeProperty(ServiceCall.PROPERTY) ServiceCall call, Exchange exchange) throws RecallException {
        if (!answer.isSuccess()) {
            kept.invalidate(Key.of(call));
        }
        JsonNode definition = services.success(call, answer).json();
        kept.put(Key.of(call), new Kept(definition, answer.body().length, System.nanoTime()));
        leave(exchange, definition);
    }

    /** Takes an old definition, since AOI is down. */
    public void standIn(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause, @ExchangeProperty(ServiceCall.PROPERTY) ServiceCall call,
            @ExchangeProperty(Recall.PROPERTY) Recall recall, Exchange exchange) throws Exception {
        RecallException failure = services.failure(call, cause);
        Kept found = kept.getIfPresent(Key.of(call));
        if (found == null) {
            throw failure;
        }
        LOG.warn("Old tool definition used, since AOI is down: {}", call.about());
        recall.isStale();
        leave(exchange, found.json());
    }

    private static void leave(Exchange exchange, JsonNode definition) {
        exchange.setProperty(PROPERTY, definition);
        exchange.setProperty(IS_KNOWN, definition != null);
    }
}
