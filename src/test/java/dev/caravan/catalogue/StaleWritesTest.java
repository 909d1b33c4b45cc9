package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.RestClient;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A change of what somebody else has changed meanwhile is refused, if its sender says what it has read: by version, or by ETag. */
class StaleWritesTest extends CatalogueTest {

    private String tablePath() {
        return "/api/v1/tables/" + table("{\"a\":1,\"list\":[1]}");
    }

    private JsonNode now(String path) {
        return rest.get(path).data().get("data");
    }

    private RestClient ifMatch(String tag) {
        return rest.with("If-Match", tag);
    }

    @Test
    void aCopyWithAnOldVersionDoesNotUndoWhatAnotherHasChanged() {
        String path = tablePath();
        ObjectNode copy = (ObjectNode) rest.get(path).data();
        assertThat(copy.get("version").intValue()).isZero();
        rest.put(path + "/data", "{\"elements\":[{\"key\":\"a\",\"content\":2}]}").data();

        RestClient.Answer stale = rest.put(path, copy.toString());

        assertThat(stale.error()).isEqualTo("409/1009");
        assertThat(stale.message()).contains("version 1", "not 0");
        assertThat(now(path).get("a").intValue()).isEqualTo(2);
        assertThat(rest.put(path, copy.put("version", 7).toString()).error()).as("a version that is yet to come").isEqualTo("409/1009");
        assertThat(rest.put(path, copy.put("version", 1).toString()).data().get("version").intValue()).isEqualTo(2);
        assertThat(rest.put(path, "{\"name\":\"other\",\"version\":1}").error()).isEqualTo("409/1009");
        copy.remove("version");
        assertThat(rest.put(path, copy.toString()).status()).as("who names no version takes any").isEqualTo(200);
    }

    @Test
    void everyChangeOfDataHeedsTheVersion() {
        String path = tablePath();
        rest.put(path + "/data", "{\"elements\":[{\"key\":\"a\",\"content\":2}]}").data();
        for (String[] change : new String[][] {{"POST", "/data", "{\"elements\":[{\"key\":\"b\",\"content\":2}],\"version\":V}"},
            {"PUT", "/data", "{\"elements\":[{\"key\":\"a\",\"content\":3}],\"version\":V}"},
            {"DELETE", "/data", "{\"keys\":[\"a\"],\"version\":V}"}, {"DELETE", "", "{\"version\":V}"}}) {
            assertThat(rest.send(change[0], path + change[1], change[2].replace("V", "0")).error()).as(change[0]).isEqualTo("409/1009");
            assertThat(rest.send(change[0], path + change[1], change[2].replace("V", "\"0\"")).error()).isEqualTo("422/1006");
        }
        assertThat(now(path)).isEqualTo(json("{\"a\":2,\"list\":[1]}"));
        assertThat(rest.send("DELETE", path + "/data", "{\"keys\":[\"a\"],\"version\":1}").status()).isEqualTo(200);
        assertThat(rest.send("DELETE", path, "{\"version\":2}").status()).isEqualTo(200);
    }

    @Test
    void anEtagStandsForTheNameTooAndForEachChange() {
        String path = tablePath();
        String read = rest.get(path).header("ETag");
        assertThat(rest.get(path).header("ETag")).isEqualTo(read).matches("\"[^\"]+\"");
        assertThat(rest.get(path + "/data").header("ETag")).isEqualTo(read);
        String renamed = rest.put(path, "{\"name\":\"renamed\"}").header("ETag");
        assertThat(renamed).isNotEqualTo(read).isEqualTo(rest.get(path).header("ETag"));

        assertThat(ifMatch(read).put(path, "{\"name\":\"old\"}").error()).isEqualTo("412/1011");
        assertThat(ifMatch(read).put(path + "/data", "{\"elements\":[{\"key\":\"a\",\"content\":3}]}").error()).isEqualTo("412/1011");
        assertThat(ifMatch(read).delete(path).error()).isEqualTo("412/1011");
        assertThat(rest.get(path).data().get("name").asText()).isEqualTo("renamed");

        String changed = ifMatch(renamed).put(path + "/data", "{\"elements\":[{\"key\":\"a\",\"content\":3}]}").header("ETag");
        assertThat(ifMatch(renamed).post(path + "/undo", "{\"change\":1,\"version\":1}").error()).isEqualTo("412/1011");
        assertThat(ifMatch("\"x\", " + changed).post(path + "/undo", "{\"change\":1,\"version\":1}").status()).isEqualTo(200);
        assertThat(ifMatch("*").delete(path).status()).isEqualTo(200);
        assertThat(ifMatch("*").delete(path).error()).isEqualTo("404/1004");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nope", "\"nope", "'nope'", "*,\"a\"", "\"a\"\"b\"", ","})
    void anIfMatchThatIsNoListOfEtagsIsRefused(String header) {
        String path = tablePath();

        RestClient.Answer answer = ifMatch(header).put(path, "{\"name\":\"changed\"}");

        assertThat(answer.error()).isEqualTo("400/1001");
        assertThat(answer.message()).contains("If-Match");
        assertThat(rest.get(path).data().get("name").asText()).isEqualTo("Orders");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"nope\"", "\"\"", "W/TAG", "\"a,b\", \"c\""})
    void anotherEtagOrAWeakOneDoesNotHold(String header) {
        String path = tablePath();

        assertThat(ifMatch(header.replace("TAG", rest.get(path).header("ETag"))).put(path, "{\"name\":\"changed\"}").error())
                .isEqualTo("412/1011");
    }

    @Test
    void toolsAndInstancesHaveEtags() {
        String tool = "/api/v1/tools/" + tool(table("{}"), "get_all_data", "all", "");
        String instance = "/api/v1/mcp/" + instance().key();
        for (String path : List.of(tool, instance)) {
            String read = rest.get(path).header("ETag");
            String changed = ifMatch(read).put(path, "{\"name\":\"other\"}").header("ETag");
            assertThat(ifMatch(read).put(path, "{\"name\":\"mine\"}").error()).isEqualTo("412/1011");
            assertThat(ifMatch(read).delete(path).error()).isEqualTo("412/1011");
            assertThat(rest.get(path).data().get("name").asText()).isEqualTo("other");
            assertThat(rest.put(path, "{\"name\":\"mine\",\"version\":0}").error()).as("they have no version").isEqualTo("422/1006");
            assertThat(rest.get(path).header("ETag")).isEqualTo(changed);
        }
        assertThat(ifMatch("\"nope\"").post(instance + "/rotate", null).error()).isEqualTo("412/1011");
        assertThat(ifMatch(rest.get(tool).header("ETag")).delete(tool).status()).isEqualTo(200);
    }

    @Test
    void ofManyAtOnceOneChangesWhatAllHaveRead() {
        for (String path : List.of(tablePath(), "/api/v1/mcp/" + instance().key())) {
            String read = rest.get(path).header("ETag");

            Stream<CompletableFuture<Integer>> all = IntStream.range(0, 8).mapToObj(i ->
                    CompletableFuture.supplyAsync(() -> ifMatch(read).put(path, "{\"name\":\"by " + i + "\"}").status()));

            assertThat(all.toList().stream().map(CompletableFuture::join)).containsOnlyOnce(200).filteredOn(status -> status != 200)
                    .hasSize(7).containsOnly(412);
        }
    }
}
