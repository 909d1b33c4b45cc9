package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Caches AOI's definitions of tools. A definition is used for a while without asking AOI, and for longer while AOI is down. One account
 * never gets a definition that another account read.
 */
@Component("toolDefinitions")
public class ToolDefinitions {

    private static final Logger LOG = LoggerFactory.getLogger(ToolDefinitions.class);

    private final Services services;
    private final Cache<Key, Kept> kept;
    private final long ttl;
    private final boolean local;

    ToolDefinitions(Services services, RecallProperties properties) {
        this.services = services;
        this.ttl = properties.definitionsTtl().toNanos();
        this.local = properties.local();
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

    /** Returns the cached definition. Null if it is too old, or lacks the tool: a tool that the cached list lacks may be new at AOI. */
    public JsonNode look(@Variable("serviceCall") ServiceCall call) {
        if (local && call.about().containsKey("box_id")) {
            return null; // local toolboxes are in memory, and an edit of their file takes effect at once
        }
        Kept found = kept.getIfPresent(Key.of(call));
        boolean isGood = found != null && System.nanoTime() - found.at() < ttl && DynamicTools.has(found.json(), call.about());
        return isGood ? found.json() : null;
    }

    /**
     * Whether AOI must be asked. Routes call this method, since a predicate on the definition itself would convert the definition to text.
     */
    public boolean isMissing(@Variable("definition") JsonNode definition) {
        return definition == null;
    }

    /**
     * Takes AOI's answer, and caches its definition. If the answer is a failure, the cached definition is removed.
     *
     * @throws RecallException if the answer is a failure
     */
    public JsonNode keep(@Body ServiceCall.Answer answer, @Variable("serviceCall") ServiceCall call) throws RecallException {
        if (!answer.isSuccess()) {
            kept.invalidate(Key.of(call));
        }
        JsonNode definition = services.success(call, answer).json();
        kept.put(Key.of(call), new Kept(definition, answer.body().length, System.nanoTime()));
        return definition;
    }

    /**
     * Returns an old definition, since AOI is down.
     *
     * @throws RecallException if the cache has no definition
     */
    public JsonNode standIn(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause, @Variable("serviceCall") ServiceCall call,
            @Variable("recall") Recall recall) throws Exception {
        RecallException failure = services.failure(call, cause);
        Kept found = kept.getIfPresent(Key.of(call));
        if (found == null) {
            throw failure;
        }
        LOG.warn("Old tool definition used, since AOI is down about={}", call.about());
        recall.isStale();
        return found.json();
    }
}
