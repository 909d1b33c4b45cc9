package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import org.springframework.stereotype.Component;

/** Cuts a list into pages. A cursor names the last entry of its page, so it stays valid while entries are added and removed. */
@Component
public class ListPages {

    private static final String CURSOR_FORM = "after:";
    private static final String META = "_meta";
    /** Limits a page in characters of JSON, so that a page of large entries isn't larger than one of many small entries. */
    private static final int LARGEST_PAGE = 2_000_000;

    /** Caches sizes by identity: a definition stays the same object until it changes. */
    private final Cache<JsonNode, Integer> sizes = Caffeine.newBuilder().weakKeys().build();

    private final int pageSize;
    private final CacheHints hints;

    ListPages(McpProperties properties, CacheHints hints) {
        this.pageSize = properties.pageSize();
        this.hints = hints;
    }

    /**
     * Returns one page of {@code entries} as {@code {member:[…], nextCursor?}}. A modern client gets cache hints. A client whose revision
     * has no {@code _meta} gets none.
     *
     * @param cacheScope {@code public}, or {@code private} when the list depends on the caller
     * @throws McpException invalid params, if this server did not issue the request's cursor
     */
    public ObjectNode page(McpRequest request, String member, NavigableMap<String, ? extends JsonNode> entries, String cacheScope)
            throws McpException {
        JsonNode cursor = request.params().get("cursor");
        String after = cursor == null || cursor.isNull() ? null : decode(cursor);
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ArrayNode page = result.putArray(member);
        var rest = (after == null ? entries : entries.tailMap(after, false)).entrySet().iterator();
        String last = fill(page, rest, request.revision());
        if (rest.hasNext()) {
            result.put("nextCursor", encode(last));
        }
        hints.add(result, request.revision(), cacheScope);
        return result;
    }

    private String fill(ArrayNode page, Iterator<? extends Map.Entry<String, ? extends JsonNode>> rest, Revision revision) {
        String last = null;
        long size = 0;
        while (rest.hasNext() && page.size() < pageSize && size < LARGEST_PAGE) {
            var entry = rest.next();
            size += sizes.get(entry.getValue(), definition -> definition.toString().length());
            page.add(shown(entry.getValue(), revision));
            last = entry.getKey();
        }
        return last;
    }

    private static JsonNode shown(JsonNode definition, Revision revision) {
        return revision.hasMetaOnDefinitions() || !(definition instanceof ObjectNode object) || !object.has(META) ? definition
                : object.deepCopy().without(META);
    }

    private static String encode(String name) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString((CURSOR_FORM + name).getBytes(StandardCharsets.UTF_8));
    }

    private static String decode(JsonNode cursor) throws McpException {
        try {
            String decoded = new String(Base64.getUrlDecoder().decode(cursor.asText()), StandardCharsets.UTF_8);
            if (cursor.isTextual() && decoded.startsWith(CURSOR_FORM)) {
                return decoded.substring(CURSOR_FORM.length());
            }
        } catch (IllegalArgumentException notBase64) {
            // the check below refuses it like any other unknown cursor
        }
        throw McpException.invalidParams(
                "Invalid params: this server did not issue the cursor. Use a nextCursor from an earlier page, or none for the first page");
    }
}
