package dev.caravan.call.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.caravan.call.CallContext;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.NotFoundException;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.json.HeapRoom;
import dev.caravan.json.JmesPath;
import dev.caravan.json.PercentCode;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Reads kept results for the route {@code resource-result}: page by page, or what a JMESPath expression finds in them. */
@Component("resultPages")
public class ResultPages {

    /** Limits a page in bytes of JSON. */
    private static final int LARGEST_PAGE = 100_000;

    /** Longer than any call runs. */
    private static final Duration PATIENCE = Duration.ofDays(1);

    private final KeptResults results;
    private final ObjectMapper mapper;
    private final HeapRoom reads;
    /** Places of each caller who reads now, at most half of all, so that other callers find one. */
    private final LoadingCache<String, Semaphore> lines;

    @Autowired
    ResultPages(KeptResults results, ObjectMapper mapper) {
        this(results, mapper, HeapRoom.ofResults().all());
    }

    ResultPages(KeptResults results, ObjectMapper mapper, int mostReads) {
        this.results = results;
        this.mapper = mapper;
        this.reads = new HeapRoom(mostReads);
        this.lines = Caffeine.newBuilder().weakValues().build(owner -> new Semaphore((mostReads + 1) / 2, true));
    }

    /**
     * Returns a page {@code {offset, returned, total, next?, data}}: items of the result's list, or of what the query finds. For a value
     * that is no list, and for a list of one item that is larger than a page, the page counts characters and has {@code text} in place of
     * {@code data}, a part of its JSON.
     *
     * @param offset first item or character, from 0; null means 0
     * @param query  JMESPath expression; null reads the result itself
     * @throws ToolException        if the result is not kept here, with the reason; if the first item is larger than a page
     * @throws InterruptedException while other results are read
     */
    public JsonNode read(@Header("id") String id, @Header("offset") String offset, @Header("query") String query,
            @ExchangeProperty(CallContext.CALLER) String caller) throws ToolException, IOException, InterruptedException {
        int from = offset(offset);
        String owner = String.valueOf(caller);
        Semaphore places = lines.get(owner);
        places.acquire();
        try {
            return inPlace(id, owner, from, query);
        } finally {
            places.release();
        }
    }

    private JsonNode inPlace(String id, String caller, int from, String query) throws ToolException, IOException, InterruptedException {
        if (!reads.take(1, PATIENCE)) {
            throw new InterruptedException("No place for a result became free");
        }
        try {
            return page(id, results.get(id, caller), from, query);
        } catch (NotFoundException gone) {
            // with a detail, so that clients read the reason
            throw new ToolException(gone.code(), gone.text(), Map.of("result", KeptResults.URI + id));
        } finally {
            reads.give(1);
        }
    }

    private JsonNode page(String id, byte[] json, int from, String query) throws ToolException, IOException {
        JsonNode whole = mapper.readTree(json);
        boolean queried = query != null && !query.isBlank();
        JsonNode shown = queried ? JmesPath.of(query).in(whole) : list(whole);
        String next = KeptResults.URI + id + "?"
                + (queried ? "query=" + PercentCode.of(query) + "&" : "") + "offset=";
        boolean isOneLarge = shown.isArray() && shown.size() == 1 && mapper.writeValueAsBytes(shown).length > LARGEST_PAGE;
        return shown instanceof ArrayNode items && !isOneLarge ? items(items, from, next) : text(shown, from, next);
    }

    private static int offset(String given) throws ToolException {
        if (given == null || given.isEmpty()) {
            return 0;
        }
        if (!given.matches("\\d{1,9}")) {
            throw new ToolException(ErrorCode.INVALID_ARGUMENT, Text.of("result.offset"));
        }
        return Integer.parseInt(given);
    }

    /** Returns the list of a result: the result itself, or its first member that is one; else the whole result. */
    private static JsonNode list(JsonNode whole) {
        if (whole.isObject()) {
            for (JsonNode member : whole) {
                if (member.isArray()) {
                    return member;
                }
            }
        }
        return whole;
    }

    private JsonNode items(ArrayNode all, int from, String next) throws ToolException, IOException {
        ObjectNode page = JsonNodeFactory.instance.objectNode().put("offset", from);
        ArrayNode items = JsonNodeFactory.instance.arrayNode();
        int size = 0;
        int at = Math.min(from, all.size());
        while (at < all.size()) {
            int bytes = mapper.writeValueAsBytes(all.get(at)).length;
            size += bytes + 1;
            if (size > LARGEST_PAGE && !items.isEmpty()) {
                break;
            }
            if (bytes > LARGEST_PAGE) {
                throw new ToolException(ErrorCode.INVALID_ARGUMENT, Text.of("result.item", at, bytes, LARGEST_PAGE, at + 1));
            }
            items.add(all.get(at++));
        }
        page.put("returned", items.size()).put("total", all.size());
        if (at < all.size()) {
            page.put("next", next + at);
        }
        page.set("data", items);
        return page;
    }

    private JsonNode text(JsonNode value, int from, String next) throws IOException {
        String json = mapper.writeValueAsString(value);
        ObjectNode page = JsonNodeFactory.instance.objectNode().put("offset", from);
        if (from == 0 && json.length() <= LARGEST_PAGE) {
            page.put("returned", 1).put("total", 1).set("data", value);
            return page;
        }
        int begin = Math.min(from, json.length());
        int end = Math.min(json.length(), begin + LARGEST_PAGE / 3);
        if (end < json.length() && Character.isHighSurrogate(json.charAt(end - 1))) {
            end--;
        }
        page.put("returned", end - begin).put("total", json.length());
        if (end < json.length()) {
            page.put("next", next + end);
        }
        return page.put("text", json.substring(begin, end));
    }
}
