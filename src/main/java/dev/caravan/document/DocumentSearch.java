package dev.caravan.document;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.envelope.Text;
import dev.caravan.observe.Family;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.camel.Exchange;
import org.apache.camel.Header;
import org.apache.camel.Variable;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.springframework.stereotype.Component;

/**
 * Makes the pipeline of {@code mongo_search}. With a text index over topic, content and tags, MongoDB finds whole words. Without one, and
 * for Chinese, Japanese and Korean, whose words a text index does not tell apart, the search reads the last changed documents up to a
 * limit.
 */
@Component("documentSearch")
@Family.On(Family.DOCUMENTS)
public class DocumentSearch {

    private static final List<String> FIELDS = List.of("topic", "content", "tags");
    private static final String SPACES = "[\\s\\p{Z}]+";
    private static final Pattern WITHOUT_SPACES = Pattern.compile("[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}\\p{IsThai}]");
    private static final int MOST_WORDS = 10;
    private static final Duration RECHECK = Duration.ofMinutes(1);
    private static final String IGNORE_CASE = "i";

    private final MongoClient client;
    private final MongoProperties settings;
    private final LoadingCache<String, Boolean> textIndex = Caffeine.newBuilder().expireAfterWrite(RECHECK).build(name -> hasTextIndex());

    DocumentSearch(MongoClient client, MongoProperties settings) {
        this.client = client;
        this.settings = settings;
    }

    /**
     * Returns the pipeline.
     *
     * @param query    words that must occur; null for any document
     * @param tags     tags that a document must have; null for any
     * @param order    of the documents
     * @param mostRead documents that a search without a text index reads, the last changed first
     * @throws InvalidArgumentException if there are neither words nor tags, or too many words
     */
    public List<Bson> pipeline(@Header("query") String query, @Header("tags") List<String> tags, @Header("limit") int limit,
            @Variable("order") Document order,
            @Variable("mostRead") int mostRead, Exchange exchange) throws InvalidArgumentException {
        List<String> words = query == null ? List.of() : List.of(query.strip().split(SPACES));
        if (words.isEmpty() && (tags == null || tags.isEmpty())) {
            throw new InvalidArgumentException(Text.of("document.search.empty"));
        }
        if (words.size() > MOST_WORDS) {
            throw new InvalidArgumentException(Text.of("document.search.words", MOST_WORDS, words.size()));
        }
        List<Bson> tagged = tags == null ? List.of()
                : tags.stream().map(tag -> Filters.regex("tags", "^" + Documents.text(tag) + "$", IGNORE_CASE)).toList();
        if (!words.isEmpty() && words.stream().allMatch(DocumentSearch::isIndexed) && textIndex.get(Documents.COLLECTION)) {
            return indexed(words, tagged, limit, order);
        }
        if (documents().estimatedDocumentCount() > mostRead) {
            exchange.setProperty("meta.warnings", List.of(Text.of("document.search.part", mostRead)));
        }
        return read(words, tagged, limit, order, mostRead);
    }

    /** Returns the pipeline with a text index: quoted words must all occur. */
    static List<Bson> indexed(List<String> words, List<Bson> tagged, int limit, Document order) {
        StringBuilder quoted = new StringBuilder();
        words.forEach(word -> quoted.append('"').append(word.replaceAll("[\"\\\\]", " ")).append("\" "));
        List<Bson> conditions = new ArrayList<>(List.of(Filters.text(quoted.toString().strip())));
        conditions.addAll(tagged);
        Document best = new Document("score", new Document("$meta", "textScore"));
        best.putAll(order);
        return List.of(match(conditions), new Document("$sort", best), new Document("$limit", limit));
    }

    private static List<Bson> read(List<String> words, List<Bson> tagged, int limit, Document order, int mostRead) {
        List<Bson> conditions = new ArrayList<>(tagged);
        words.forEach(word -> conditions
                .add(Filters.or(FIELDS.stream().map(field -> Filters.regex(field, Documents.text(word), IGNORE_CASE)).toList())));
        return List.of(new Document("$sort", new Document(Documents.UPDATED_AT, -1)), new Document("$limit", mostRead), match(conditions),
                new Document("$sort", order), new Document("$limit", limit));
    }

    private static Document match(List<Bson> conditions) {
        return new Document("$match", Filters.and(conditions).toBsonDocument());
    }

    /** Returns whether a text index finds the word: it has a letter or digit, and its language has spaces between words. */
    private static boolean isIndexed(String word) {
        return word.codePoints().anyMatch(Character::isLetterOrDigit) && !WITHOUT_SPACES.matcher(word).find();
    }

    private boolean hasTextIndex() {
        for (Document index : documents().listIndexes()) {
            if (index.get("weights") instanceof Document weights && (weights.containsKey("$**") || weights.keySet().containsAll(FIELDS))) {
                return true;
            }
        }
        return false;
    }

    private MongoCollection<Document> documents() {
        return client.getDatabase(settings.database()).getCollection(Documents.COLLECTION);
    }
}
