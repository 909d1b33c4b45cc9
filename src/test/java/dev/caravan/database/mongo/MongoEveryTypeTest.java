package dev.caravan.database.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.DocumentCodec;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every BSON type: what is shown finds the value, is its place in a page, and is written back as the same bytes; or it is refused. */
@Tag("full")
class MongoEveryTypeTest extends MongoTest {

    private final Random random = new Random(53);
    private final List<BsonValue> edges;
    private final List<BsonValue> others; // the embedded server does not know these

    MongoEveryTypeTest() throws IOException {
        BsonDocument values = BsonDocument.parse(Files.readString(Path.of("src/test/resources/database/bson-values.json")));
        edges = values.getArray("edges").getValues();
        others = values.getArray("others").getValues();
    }

    private BsonValue value(List<BsonValue> known, int depth) {
        return switch (random.nextInt(depth == 0 ? 12 : 16)) {
            case 0 -> new BsonInt32(random.nextInt());
            case 1 -> new BsonInt64(random.nextLong() >> random.nextInt(64));
            case 2 -> new BsonDouble(random.nextGaussian() * Math.pow(10, random.nextInt(60) - 30));
            case 3 -> new BsonDecimal128(new Decimal128(
                    new BigDecimal(new BigInteger(random.nextInt(112), random), random.nextInt(60) - 9)));
            case 4 -> new BsonDateTime(random.nextLong() >> random.nextInt(40));
            case 5 -> new BsonString(random.ints(random.nextInt(30), 0, 0xD800).mapToObj(Character::toString)
                    .collect(Collectors.joining()));
            case 12, 13 -> new BsonArray(Stream.generate(() -> value(known, depth - 1)).limit(random.nextInt(4)).toList());
            case 14, 15 -> new BsonDocument("a", value(known, depth - 1)).append("名 " + random.nextInt(9), value(known, depth - 1));
            default -> known.get(random.nextInt(known.size()));
        };
    }

    private static byte[] bytes(BsonValue value) {
        return new RawBsonDocument(new BsonDocument("v", value), new BsonDocumentCodec()).getByteBuffer().array();
    }

    /** Names that no update can write, and objects that look like Extended JSON. */
    private static boolean isNamed(BsonValue value) {
        return value.isDocument() && value.asDocument().entrySet().stream()
                .anyMatch(member -> member.getKey().isEmpty() || member.getKey().matches("\\$.*|.*\\..*") || isNamed(member.getValue()))
                || value.isArray() && value.asArray().stream().anyMatch(MongoEveryTypeTest::isNamed);
    }

    @Test
    void theFormOfEveryTypeIsReversible() throws Exception {
        List<BsonValue> all = Stream.concat(edges.stream(), others.stream()).toList();
        for (int i = 0; i < 20_000; i++) {
            BsonValue stored = i < all.size() ? all.get(i) : value(all, 3);
            Document document = new DocumentCodec().decode(new BsonDocument("v", stored).asBsonReader(), DecoderContext.builder().build());
            String shown = MongoValues.row(document).toString();
            try {
                Object back = MongoValues.stored("v", DatabaseValues.JSON.readValue(shown, Map.class).get("v"), document.get("v"));
                assertThat(bytes(new Document("v", back).toBsonDocument().get("v"))).as(shown + " of " + stored).isEqualTo(bytes(stored));
            } catch (DatabaseFailure refused) {
                assertThat(isNamed(stored)).as(shown + ": " + refused).isTrue();
            }
        }
    }

    private List<BsonValue> insert(Predicate<BsonValue> which) {
        List<BsonValue> values = Stream.concat(edges.stream(), Stream.generate(() -> value(edges, 2))).filter(which).limit(200).toList();
        STORE.with(database -> database.getCollection("people", BsonDocument.class).insertMany(IntStream.range(0, 200)
                .mapToObj(i -> new BsonDocument("_id", new BsonInt32(i)).append("v", values.get(i))).toList()));
        return values;
    }

    private void check(boolean allowed, String verb, int id, String filter, JsonNode value, JsonNode data) {
        ObjectNode arguments = McpClient.object("{\"table\":\"people\"}");
        arguments.putObject("filters").put("_id", id).set(filter, value);
        arguments.set(data == null ? "columns" : "data", data == null ? McpClient.JSON.createArrayNode() : data);
        JsonNode answer = call(verb, "mongodb", arguments);
        String told = answer.at(allowed ? data == null ? "/count" : "/updated_count" : "/error/type").asText();
        assertThat(told).as(arguments + ": " + answer).isEqualTo(allowed ? "1" : "query_error");
    }

    @Test
    void whatIsShownIsFoundAndWrittenBack() {
        List<BsonValue> values = insert(value -> value.isRegularExpression() || !value.toString().contains("egularExpression"));
        JsonNode rows = done("query", "mongodb", "{\"table\":\"people\",\"limit\":200,\"order_by\":[\"_id\"]}").get("data");
        for (int i = 0; i < values.size(); i++) {
            BsonValue value = values.get(i);
            JsonNode shown = rows.get(i).get("v");
            boolean compared = !isNamed(value) && !value.isNull() && !value.isRegularExpression();
            check(compared, "query", i, "v", shown, null);
            check(compared && !value.isDocument() && !value.isArray(), "query", i, "v__in",
                    McpClient.JSON.createArrayNode().add(shown), null);
            check(!isNamed(value), "update", i, "n__isnull", BooleanNode.TRUE, McpClient.JSON.createObjectNode().set("v", shown));
        }
        STORE.with(database -> database.getCollection("people", BsonDocument.class).find()
                .forEach(row -> assertThat(bytes(row.get("v"))).as(row + "").isEqualTo(bytes(values.get(row.getInt32("_id").getValue())))));
    }

    /** The embedded server does not compare UUIDs with other bytes, and rounds numbers of two types and decimals near 0 to compare them. */
    @ParameterizedTest
    @CsvSource({"v,INT32", "-v,INT32", "v,INT64", "-v,INT64", "v,DOUBLE", "-v,DOUBLE", "v,DECIMAL128", "-v,DECIMAL128"})
    void whatIsShownIsThePlaceOfAPage(String order, BsonType number) {
        insert(value -> !value.getBsonType().name().matches("DOCUMENT|ARRAY|REGULAR_EXPRESSION|BINARY|M.._KEY")
                && (!value.isNumber() || value.getBsonType() == number)
                && !(value instanceof BsonDecimal128 decimal && !(Math.abs(decimal.getValue().doubleValue()) > 0)));
        List<Integer> paged = new ArrayList<>();
        List<Integer> all = new ArrayList<>();
        String after = "";
        do {
            JsonNode page = done("query", "mongodb",
                    "{\"table\":\"people\",\"limit\":23,\"order_by\":[\"" + order + "\"],\"after\":\"" + after + "\"}");
            page.get("data").forEach(row -> paged.add(row.get("_id").intValue()));
            after = page.path("next").asText();
        } while (!after.isEmpty() && paged.size() <= 200);
        int way = order.equals("v") ? 1 : -1;
        STORE.with(database -> database.getCollection("people").find().sort(new Document("v", way).append("_id", way))
                .forEach(row -> all.add(row.getInteger("_id"))));
        assertThat(paged).isEqualTo(all);
    }
}
