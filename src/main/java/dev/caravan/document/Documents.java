package dev.caravan.document;

import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoIterable;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.caravan.envelope.NotFoundException;
import dev.caravan.envelope.Text;
import dev.caravan.store.MongoReplies;
import java.text.Normalizer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.camel.Body;
import org.apache.camel.Header;
import org.apache.camel.Variable;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/**
 * Converts between a tool's arguments and the stored document {@code {_id, topic, topicKey, content, tags, source?, createdAt, updatedAt}}.
 * Ids are UUIDs as text. {@code topicKey} is the topic in one case and one Unicode form, with an index.
 */
@Component("documents")
public class Documents {

    static final String COLLECTION = "documents";
    static final String TOPIC_KEY = "topicKey";
    static final String UPDATED_AT = "updatedAt";

    /** Characters of a time as callers get it. */
    private static final int DATE = 24;

    private final MongoReplies replies;
    private final Duration patience;
    private final long most;

    /** @param most maximum bytes of an answer; further documents are left out */
    Documents(MongoReplies replies, MongoProperties properties, @Value("${caravan.tools.max-result:200KB}") DataSize most) {
        this.replies = replies;
        this.patience = properties.timeout();
        this.most = most.toBytes();
    }

    /** Makes the document to store from the arguments of {@code mongo_save_document}. */
    public Document create(@Body Map<String, Object> arguments) {
        Date now = Date.from(Instant.now());
        Document document = new Document("_id", UUID.randomUUID().toString())
                .append("topic", arguments.get("topic"))
                .append(TOPIC_KEY, key((String) arguments.get("topic")))
                .append("content", arguments.get("content"))
                .append("tags", arguments.getOrDefault("tags", List.of()));
        if (arguments.get("source") instanceof Map<?, ?> source) {
            document.append("source", new Document(copy(source)));
        }
        return document.append("createdAt", now).append(UPDATED_AT, now);
    }

    /** Returns {@code {id}} of the stored document. */
    public Map<String, Object> created(@Body Document stored) {
        return Map.of("id", stored.getString("_id"));
    }

    /**
     * Returns the pipeline that finds documents whose topic contains the text.
     *
     * @param order of fields; {@code exact} is true for a document with exactly that topic
     */
    public List<Bson> byTopic(@Header("topic") String topic, @Header("limit") Number limit, @Variable("order") Document order) {
        String key = key(topic);
        return List.of(
                new Document("$match", Filters.regex(TOPIC_KEY, text(key)).toBsonDocument()),
                new Document("$addFields", new Document("exact",
                        new Document("$eq", List.of("$" + TOPIC_KEY, new Document("$literal", key))))),
                new Document("$sort", order),
                new Document("$limit", limit.intValue()));
    }

    /** Returns {@code {items:[document…]}}. */
    public Map<String, Object> items(@Body MongoIterable<Document> found) {
        return Map.of("items", views(found));
    }

    /** Returns the document in the form for callers. */
    public Map<String, Object> found(@Body MongoIterable<Document> found, @Header("id") String id) throws NotFoundException {
        return views(found).stream().findFirst().orElseThrow(() -> missing(id));
    }

    /** Returns the filter for the document with that id. */
    public Bson withId(@Header("id") String id) {
        return Filters.eq("_id", id);
    }

    /** Makes {@code [filter, update]} from the arguments of {@code mongo_update_document}. */
    public List<Bson> patch(@Header("id") String id, @Header("patch") Map<String, Object> patch) {
        List<Bson> changes = new ArrayList<>();
        patch.forEach((field, value) -> changes.add(Updates.set(field, value)));
        if (patch.get("topic") instanceof String topic) {
            changes.add(Updates.set(TOPIC_KEY, key(topic)));
        }
        changes.add(Updates.set(UPDATED_AT, Date.from(Instant.now())));
        return List.of(withId(id), Updates.combine(changes));
    }

    /** Returns the answer of {@code mongo_update_document}. */
    public Map<String, Object> updated(@Header("CamelMongoDbRecordsMatched") long matched, @Header("id") String id)
            throws NotFoundException {
        if (matched == 0) {
            throw missing(id);
        }
        return Map.of("updated", true);
    }

    /** Returns the answer of {@code mongo_delete_document}. */
    public Map<String, Object> deleted(@Header("CamelMongoDbRecordsAffected") long affected, @Header("id") String id)
            throws NotFoundException {
        if (affected == 0) {
            throw missing(id);
        }
        return Map.of("deleted", true);
    }

    /**
     * A document that was read.
     *
     * @param view   its form for callers
     * @param values its values of the fields that were asked for
     */
    record Row(Map<String, Object> view, List<Object> values) {
    }

    private List<Map<String, Object>> views(MongoIterable<Document> found) {
        return rows(found, List.of()).stream().map(Row::view).toList();
    }

    /**
     * Returns documents up to the size of an answer. A longer text keeps one character more than the limit, so that the limit still
     * applies.
     */
    List<Row> rows(MongoIterable<Document> found, Collection<String> fields) {
        return replies.read(patience, () -> {
            List<Row> rows = new ArrayList<>();
            long size = 0;
            try (MongoCursor<Document> cursor = found.cursor()) {
                while (size <= most && cursor.hasNext()) {
                    Document document = cursor.next();
                    Map<String, Object> view = new LinkedHashMap<>();
                    size += view(document, view);
                    rows.add(new Row(view, fields.stream()
                            .map(field -> (Object) document.getEmbedded(List.of(field.split("\\.")), Object.class)).toList()));
                }
            }
            return rows;
        });
    }

    /** Fills in the form for callers. Returns its approximate length in characters. */
    private long view(Document document, Map<String, Object> view) {
        view.put("id", document.get("_id"));
        long size = 0;
        for (String field : List.of("topic", "content", "tags", "source", "createdAt", UPDATED_AT)) {
            Object value = document.get(field);
            if (value instanceof Date) {
                size += DATE;
                view.put(field, value);
            } else if (value != null) {
                String text = value.toString();
                size += text.length();
                view.put(field, text.length() <= most ? value : text.substring(0, (int) most + 1));
            }
        }
        return size;
    }

    private static NotFoundException missing(String id) {
        return new NotFoundException(Text.of("document.notFound", id));
    }

    /** Returns a topic in one case and one Unicode form, so that searches ignore how it was typed. */
    private static String key(String topic) {
        return Normalizer.normalize(topic, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
    }

    private static Map<String, Object> copy(Map<?, ?> source) {
        Map<String, Object> copy = new LinkedHashMap<>();
        source.forEach((name, value) -> copy.put((String) name, value));
        return copy;
    }

    /** Returns a pattern that matches exactly this text. BSON allows no U+0000 in patterns, so it becomes an escape. */
    static String text(String text) {
        return Pattern.quote(text).replace("\0", "\\E\\x00\\Q");
    }
}
