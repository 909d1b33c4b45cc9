package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.RestClient;
import dev.caravan.store.Store;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/** A request over REST that comes again with its Idempotency-Key gets the first answer and does not run again. */
class RepeatedRequestsTest extends CatalogueTest {

    private static final String TABLE = "{\"name\":\"once\"}";

    @Autowired
    private Store store;

    private final String key = UUID.randomUUID().toString();

    private RestClient keyed() {
        return rest.with("Idempotency-Key", key);
    }

    @Test
    void sameRequestRunsOnce() {
        RestClient.Answer first = keyed().post("/api/v1/tables", TABLE);
        RestClient.Answer again = rest.with("Idempotency-Key", '"' + key + '"').post("/api/v1/tables", TABLE);

        assertThat(first.status()).isEqualTo(201);
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.json()).isEqualTo(first.json());
        assertThat(again.header("ETag")).isEqualTo(first.header("ETag")).isNotNull();
        assertThat(rest.get("/api/v1/tables").data()).hasSize(1);
        assertThat(rest.post("/api/v1/tables", TABLE).data().get("id")).as("without a key").isNotEqualTo(first.data().get("id"));
    }

    @Test
    void anotherRequestWithTheKeyIsRefused() {
        long table = keyed().post("/api/v1/tables", TABLE).data().get("id").longValue();

        assertThat(keyed().post("/api/v1/tables", "{\"name\":\"twice\"}").error()).isEqualTo("422/1006");
        assertThat(keyed().put("/api/v1/tables/" + table, TABLE).error()).as("another endpoint").isEqualTo("422/1006");
        assertThat(keyed().post("/api/v1/tables?a=b", TABLE).error()).as("another query").isEqualTo("422/1006");
        assertThat(keyed().get("/api/v1/tables/" + table).status()).as("a request that only reads").isEqualTo(200);
        assertThat(rest.as(newUser()).with("Idempotency-Key", key).post("/api/v1/tables", TABLE).status()).as("another caller")
                .isEqualTo(201);
    }

    @Test
    void refusedRequestMayComeAgainOtherwise() {
        assertThat(keyed().post("/api/v1/tables", "{}").error()).isEqualTo("422/1006");
        JsonNode made = keyed().post("/api/v1/tables", TABLE).data();
        assertThat(keyed().post("/api/v1/tables", TABLE).data()).isEqualTo(made);
    }

    @Test
    void changeAndDeletionRunOnce() {
        String path = "/api/v1/tables/" + table("[]");
        for (int i = 0; i < 2; i++) {
            assertThat(keyed().post(path + "/data", "{\"elements\":[{\"content\":1}]}").data().get("data")).isEqualTo(json("[1]"));
        }
        assertThat(rest.get(path).data().get("version").intValue()).isEqualTo(1);
        for (int i = 0; i < 2; i++) {
            assertThat(rest.with("Idempotency-Key", key + "d").delete(path).status()).isEqualTo(200);
        }
    }

    @Test
    void keyOfAnInstanceIsAnsweredAgainAndNotReadableInTheStore() {
        JsonNode made = keyed().post("/api/v1/mcp", "{\"name\":\"secret\"}").data();

        assertThat(keyed().post("/api/v1/mcp", "{\"name\":\"secret\"}").data()).isEqualTo(made);
        String instance = made.get("api_key").textValue();
        assertThat(store.<Long>run(jdbc -> jdbc.sql("select count(*) from key_value where position(convert_to(?, 'UTF8') in value) > 0")
                .param(instance.substring(8)).query(Long.class).single())).isZero();
    }

    @Test
    void answerThatIsTooLargeIsNotKeptAndTheRequestDoesNotRunAgain() {
        String large = "{\"name\":\"large\",\"data\":\"" + "x".repeat(100_000) + "\"}";
        assertThat(keyed().post("/api/v1/tables", large).status()).isEqualTo(201);

        RestClient.Answer again = keyed().post("/api/v1/tables", large);

        assertThat(again.error()).isEqualTo("409/1009");
        assertThat(again.message()).contains("has run");
        assertThat(rest.get("/api/v1/tables").data()).hasSize(1);
    }

    @Test
    void ofManyAtOnceOneRuns() {
        List<CompletableFuture<RestClient.Answer>> all = Stream.generate(() -> CompletableFuture
                .supplyAsync(() -> keyed().post("/api/v1/tables", TABLE))).limit(8).toList();

        assertThat(all.stream().map(CompletableFuture::join).map(RestClient.Answer::status)).contains(201).isSubsetOf(201, 409);
        assertThat(rest.get("/api/v1/tables").data()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "\"\""})
    void malformedKeyIsRefused(String malformed) {
        assertThat(rest.with("Idempotency-Key", malformed).post("/api/v1/tables", TABLE).error()).isEqualTo("400/1001");
        assertThat(rest.get("/api/v1/tables").data()).isEmpty();
    }
}
