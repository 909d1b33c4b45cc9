package dev.caravan.database.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.time.Instant;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** db_advanced runs pipelines on MongoDB that only read, and refuses all others. */
class MongoAggregationsTest extends MongoTest {

    @Test
    void pipelinesReturnTheirDocuments() {
        done("insert", "mongodb",
                "{\"table\":\"people\",\"data\":[{\"status\":\"paid\",\"user\":1,\"amount\":10.5},{\"status\":\"paid\",\"user\":2,"
                        + "\"amount\":1},{\"status\":\"paid\",\"user\":1,\"amount\":2},{\"status\":\"new\",\"user\":1,\"amount\":99}]}");
        String pipeline = "[{\"$match\":{\"status\":\"paid\"}},{\"$group\":{\"_id\":\"$user\",\"total\":{\"$sum\":\"$amount\"}}},"
                + "{\"$sort\":{\"_id\":1}}]";
        JsonNode beside = done("advanced", "mongodb", "{\"table\":\"people\",\"operation\":\"aggregate\",\"pipeline\":" + pipeline + "}");
        assertThat(beside.get("data").toString()).isEqualTo("[{\"_id\":1,\"total\":12.5},{\"_id\":2,\"total\":1}]");
        assertThat(beside.get("count").intValue()).isEqualTo(2);
        assertThat(
                done("advanced", "mongodb", "{\"table\":\"people\",\"operation\":\"aggregate\",\"params\":{\"pipeline\":" + pipeline + "}}")
                        .get("data"))
                .isEqualTo(beside.get("data"));
        assertThat(
                done("advanced", "archive", "{\"table\":\"people\",\"operation\":\"aggregate\",\"pipeline\":" + pipeline + "}").get("data"))
                .as("read-only too").isEqualTo(beside.get("data"));
    }

    @Test
    void pipelineMatchesIdsAndTimes() {
        ObjectId id = new ObjectId();
        STORE.with(database -> database.getCollection("people")
                .insertMany(List.of(new Document("_id", id).append("at", Date.from(Instant.parse("2026-01-02T00:00:00Z"))),
                        new Document("_id", new ObjectId()))));
        for (String match : List.of("{\"_id\":\"" + id + "\"}", "{\"_id\":{\"$in\":[\"" + id + "\"]}}",
                "{\"$or\":[{\"_id\":\"" + id + "\"}]}", "{\"_id\":{\"$oid\":\"" + id + "\"}}",
                "{\"at\":{\"$gt\":{\"$date\":\"2026-01-01T00:00:00Z\"}}}")) {
            JsonNode found = done("advanced", "mongodb",
                    "{\"table\":\"people\",\"operation\":\"aggregate\",\"pipeline\":[{\"$match\":" + match + "}]}");
            assertThat(found.get("data")).as(match).hasSize(1);
            assertThat(found.at("/data/0/_id").asText()).isEqualTo(id.toHexString());
        }
    }

    @Test
    void pipelineReturnsAtMostAThousandDocuments() {
        insert(rows(1_200));
        JsonNode found = done("advanced", "mongodb",
                "{\"table\":\"people\",\"operation\":\"aggregate\",\"pipeline\":[{\"$project\":{\"_id\":0,\"n\":1}}]}");
        assertThat(found.get("data")).hasSize(1_000);
        assertThat(found.get("has_more").booleanValue()).isTrue();
    }

    static Stream<String> pipelines() {
        return Stream.of("[{\"$out\":\"stolen\"}]", "[{\"$merge\":{\"into\":\"stolen\"}}]", "[{\"$match\":{\"$where\":\"true\"}}]",
                "[{\"$match\":{\"$expr\":{\"$function\":{\"body\":\"\",\"args\":[],\"lang\":\"js\"}}}}]",
                "[{\"$group\":{\"_id\":1,\"x\":{\"$accumulator\":{}}}}]", "[{\"$facet\":{\"a\":[{\"$out\":\"stolen\"}]}}]",
                "[{\"$lookup\":{\"from\":\"people\",\"pipeline\":[{\"$merge\":\"stolen\"}],\"as\":\"x\"}}]",
                "[{\"$lookup\":{\"from\":{\"db\":\"caravan\",\"coll\":\"documents\"},\"as\":\"x\"}}]",
                "[{\"$lookup\":{\"from\":\"system.users\",\"as\":\"x\"}}]", "[{\"$unionWith\":\"system.profile\"}]",
                "[{\"$unionWith\":{\"coll\":\"people\",\"pipeline\":[{\"$out\":\"stolen\"}]}}]", "[{\"$currentOp\":{}}]",
                "[{\"$listSessions\":{}}]", "[{\"$collStats\":{}}]", "[{\"$indexStats\":{}}]",
                "[{\"$match\":{},\"$out\":\"stolen\"}]", "[{}]", "[{\"$match\":{\"a\":{\"$code\":\"x\"}}}]",
                "[{\"$match\":{\"_id\":{\"$oid\":\"no\"}}}]", "[{\"$nonsense\":1}]");
    }

    @ParameterizedTest
    @MethodSource("pipelines")
    void pipelineThatWritesIsRefused(String pipeline) {
        insert(rows(1));
        JsonNode refused = call("advanced", "mongodb", "{\"table\":\"people\",\"operation\":\"aggregate\",\"pipeline\":" + pipeline + "}");
        assertThat(refused.at("/error/type").asText()).as(refused.toString()).isIn("query_error", "permission_error");
        STORE.with(database -> assertThat(database.listCollectionNames()).doesNotContain("stolen"));
    }

    private static String nested(int levels, String inner) {
        return levels == 0 ? inner : "[{\"$lookup\":{\"from\":\"people\",\"pipeline\":" + nested(levels - 1, inner) + ",\"as\":\"x\"}}]";
    }

    @Test
    void nestedJoinsAreRefusedBeforeTheyAreSent() {
        insert(rows(100));
        for (int levels : new int[] {4, 15, 15, 20}) {
            long start = System.nanoTime();
            assertThat(failed("query_error", "advanced", "mongodb",
                    "{\"table\":\"people\",\"operation\":\"aggregate\",\"pipeline\":" + nested(levels, "[]") + "}"))
                    .isEqualTo(
                            "A pipeline may be nested 3 levels deep inside of $lookup, $unionWith and $facet. Use fewer levels, or "
                                    + "several calls");
            assertThat(System.nanoTime() - start).isLessThan(1_000_000_000L);
            long ping = System.nanoTime();
            client.post(McpClient.request("ping", McpClient.JSON.createObjectNode()).toString());
            assertThat(System.nanoTime() - ping).isLessThan(1_000_000_000L);
        }
        done("advanced", "mongodb",
                "{\"table\":\"people\",\"operation\":\"aggregate\",\"pipeline\":" + nested(2, "[{\"$limit\":1}]") + "}");
    }

    @Test
    void joinsAndStagesAreCountedInInnerPipelinesToo() {
        String joins = String.join(",", Collections.nCopies(6, "{\"$unionWith\":\"people\"}"));
        assertThat(failed("query_error", "advanced", "mongodb",
                "{\"table\":\"people\",\"operation\":\"aggregate\",\"pipeline\":[{\"$facet\":{\"a\":[" + joins + "],\"b\":[" + joins
                        + "]}}]}"))
                .isEqualTo("A pipeline may have 10 stages of $lookup, $graphLookup and $unionWith. Use fewer, or several calls");
        String stages = String.join(",", Collections.nCopies(30, "{\"$limit\":1}"));
        assertThat(failed("query_error", "advanced", "mongodb",
                "{\"table\":\"people\",\"operation\":\"aggregate\",\"pipeline\":[{\"$facet\":{\"a\":[" + stages + "],\"b\":[" + stages
                        + "]}}]}"))
                .isEqualTo("A pipeline may have 50 stages, including those of inner pipelines. Use fewer stages, or several calls");
    }

    @Test
    void transactionNeedsAReplicaSet() {
        String operations = "[{\"type\":\"insert\",\"data\":{\"name\":\"新用户\"}},{\"type\":\"update\",\"data\":{\"status\":\"active\"},"
                + "\"filters\":{\"name\":\"新用户\"}}]";
        assertThat(failed("query_error", "advanced", "mongodb",
                "{\"table\":\"people\",\"operation\":\"transaction\",\"operations\":" + operations + "}")).contains("replica set");
        assertThat(done("query", "mongodb", "{\"table\":\"people\"}").get("count").intValue()).isZero();
        failed("permission_error", "advanced", "mongodb",
                "{\"table\":\"people\",\"operation\":\"transaction\",\"operations\":[{\"type\":\"delete\",\"filters\":{}}]}");
        failed("query_error", "advanced", "mongodb",
                "{\"table\":\"people\",\"operation\":\"transaction\",\"operations\":[{\"type\":\"insert\"}]}");
        failed("query_error", "advanced", "mongodb", "{\"table\":\"people\",\"operation\":\"transaction\"}");
    }
}
