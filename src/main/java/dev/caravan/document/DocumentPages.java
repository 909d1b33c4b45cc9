package dev.caravan.document;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.mongodb.client.MongoIterable;
import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.envelope.Text;
import dev.caravan.json.JsonMappers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Header;
import org.apache.camel.Variable;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/**
 * Makes pages of {@code mongo_find_all} that begin after a document, not after a number of documents, so that new documents move no others
 * to another page. A cursor has the order and the last document's values of the order's fields. A document that changes meanwhile moves to
 * the front, where it is new for a later reader.
 */
@Component("documentPages")
public class DocumentPages {

    private static final ObjectMapper JSON = JsonMappers.normal();
    private static final String ID = "_id";
    /** Space for the envelope and the cursor. */
    private static final long ENVELOPE = 4_096;
    private static final int LONGEST_CUT = 10_000;

    private final Documents documents;
    private final ObjectMapper mapper;
    private final long space;

    DocumentPages(Documents documents, ObjectMapper mapper, @Value("${caravan.tools.max-result:200KB}") DataSize most) {
        this.documents = documents;
        this.mapper = mapper;
        this.space = most.toBytes() - ENVELOPE;
    }

    /** Returns the order, with the id at its end if it has none: each document then has one place. */
    public Document order(@Variable("order") Document order) {
        return order.containsKey(ID) ? order : new Document(order).append(ID, 1);
    }

    /** Returns the filter for documents after the cursor, or for all documents. */
    public Document filter(@Header("CamelMongoDbSortBy") Document order, @Header("cursor") String cursor) throws InvalidArgumentException {
        Document filter = new Document();
        if (cursor == null || cursor.isEmpty()) {
            return filter;
        }
        List<Object> values = values(cursor, order);
        List<Document> choices = new ArrayList<>();
        Document equal = new Document();
        int at = 0;
        for (Map.Entry<String, Object> by : order.entrySet()) {
            Object value = values.get(at++);
            for (Object beyond : beyond(value, ((Number) by.getValue()).intValue() < 0)) {
                choices.add(new Document(equal).append(by.getKey(), beyond));
            }
            equal.append(by.getKey(), new Document("$eq", value));
        }
        return filter.append("$or", choices);
    }

    /**
     * Returns the conditions for what comes after a value. MongoDB sorts null and missing fields before all values, and compares them with
     * none.
     */
    private static List<Object> beyond(Object value, boolean descending) {
        if (value == null) {
            return descending ? List.of() : List.of(new Document("$ne", null));
        }
        Document beyond = new Document(descending ? "$lt" : "$gt", value);
        return descending ? List.of(beyond, new Document("$eq", null)) : List.of(beyond);
    }

    private static List<Object> values(String cursor, Document order) throws InvalidArgumentException {
        try {
            if (JSON.readValue(Base64.getUrlDecoder().decode(cursor), Object.class) instanceof Map<?, ?> given
                    && order.toJson().equals(given.get("order"))
                    && given.get("values") instanceof List<?> values && values.size() == order.size()) {
                List<Object> read = new ArrayList<>();
                values.forEach(value -> read.add(read(value)));
                return read;
            }
        } catch (IOException | IllegalArgumentException e) {
            // not a cursor of this gateway
        }
        throw new InvalidArgumentException(Text.of("document.cursor"));
    }

    /** Returns a value as JSON can hold it; the types that JSON lacks have a member with their name. */
    private static Object written(Object value) {
        return value instanceof Date date ? Map.of("date", date.getTime())
                : value instanceof ObjectId id ? Map.of("objectId", id.toHexString())
                : value instanceof Decimal128 decimal ? Map.of("decimal", decimal.toString()) : value;
    }

    private static Object read(Object written) {
        if (written instanceof Map<?, ?> typed) {
            if (typed.get("date") instanceof Number millis) {
                return new Date(millis.longValue());
            }
            return typed.get("objectId") instanceof String id ? new ObjectId(id) : Decimal128.parse(String.valueOf(typed.get("decimal")));
        }
        if (written instanceof List<?>) {
            throw new IllegalArgumentException("no order compares lists");
        }
        return written;
    }

    /** Returns the page with {@code next}, unless it is the last. The page has no more documents than fit into an answer, at least one. */
    public Map<String, Object> page(@Body MongoIterable<Document> found, @Header("CamelMongoDbSortBy") Document order,
            @Header("limit") int limit, Exchange exchange)
            throws JsonProcessingException {
        List<Documents.Row> rows = documents.rows(found, order.keySet());
        List<Map<String, Object>> items = new ArrayList<>();
        long left = space;
        for (Documents.Row row : rows) {
            left -= mapper.writeValueAsBytes(row.view()).length + 1L;
            if (left < 0 && items.isEmpty()) {
                items.add(cut(row.view()));
                exchange.setProperty("meta.truncated", true);
            }
            if (left < 0) {
                break;
            }
            items.add(row.view());
        }
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("items", items);
        if (!items.isEmpty() && (items.size() == limit || items.size() < rows.size() || left < 0)) {
            page.put("next", next(order, rows.get(items.size() - 1).values()));
        }
        return page;
    }

    private static String next(Document order, List<Object> values) throws JsonProcessingException {
        Map<String, Object> cursor = Map.of("order", order.toJson(), "values", values.stream().map(DocumentPages::written).toList());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(JSON.writeValueAsBytes(cursor));
    }

    /** Shortens a document that is larger than an answer, which other software stored. */
    private static Map<String, Object> cut(Map<String, Object> view) {
        Map<String, Object> cut = new LinkedHashMap<>();
        cut.put("id", view.get("id"));
        for (String field : List.of("topic", "content")) {
            String text = String.valueOf(view.getOrDefault(field, ""));
            cut.put(field, text.substring(0, Math.min(text.length(), LONGEST_CUT)));
        }
        cut.put("tags", List.of());
        return cut;
    }
}
