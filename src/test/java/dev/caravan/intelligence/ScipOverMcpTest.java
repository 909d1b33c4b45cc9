package dev.caravan.intelligence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.intelligence.code.ScipSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A SCIP index in the workspace answers for the files that it covers; answers and the state say so, and say why it does not. */
@Tag("nightly")
class ScipOverMcpTest extends LocalShopTest {

    private final ScipSnapshot scip = ScipSnapshot.of("shop.txt");

    @BeforeEach
    void write() throws IOException {
        scip.write(ROOT);
        build(SHOP);
    }

    @AfterAll
    void remove() throws IOException {
        for (String file : scip.files().keySet()) {
            Files.delete(ROOT.resolve(file));
        }
        Files.delete(ROOT.resolve("index.scip"));
        build(SHOP);
    }

    private JsonNode callees(String symbol) {
        return call("ci_call_chain", "{\"symbol\":\"" + symbol + "\",\"direction\":\"callees\",\"depth\":1}");
    }

    private JsonNode state() {
        return call("ci_index_status", "{\"workspace\":\"" + SHOP + "\"}").at("/workspaces/0/scip");
    }

    private void replace(String path, byte[] bytes) throws IOException {
        Files.write(ROOT.resolve(path), bytes);
        build(SHOP);
    }

    @Test
    void answersSayWhoseCallsTheyHave() {
        JsonNode exact = callees("sell");
        assertThat(exact.at("/metadata/graph").asText()).isEqualTo("scip");
        assertThat(exact.at("/metadata/fallback_mode").asText()).isEqualTo("local_graph");
        assertThat(exact.at("/chain/callees").findValuesAsText("symbol_id")).containsExactlyInAnyOrder("src/store.ts#open()",
                "src/store.ts#Store.stow(number)", "src/store.ts#Disk.stow(number)");
        assertThat(callees("Orders.pay").at("/metadata/graph").asText()).isEqualTo("local");
        assertThat(callees("swap").at("/metadata/graph").asText()).isEqualTo("scip,local");
        assertThat(call("ci_graph_rag", "{\"query\":\"sell\",\"depth\":1}").at("/metadata/graph").asText()).contains("scip");
        assertThat(state().toString()).isEqualTo("{\"files\":2,\"outdated\":0}");
    }

    @Test
    void changedFileIsAnsweredByTheLocalGraph() throws IOException {
        replace("src/till.ts", scip.files().get("src/till.ts").replace("sell() {", "sell(n: number) {").getBytes());

        assertThat(callees("sell").at("/metadata/graph").asText()).isEqualTo("scip,local");
        assertThat(callees("sell").at("/chain/callees").findValuesAsText("symbol_id")).contains("src/store.ts#open()");
        assertThat(state().toString()).isEqualTo("{\"files\":1,\"outdated\":1}");
    }

    @Test
    void brokenIndexIsToldAndTheLocalGraphAnswers() throws IOException {
        replace("index.scip", Arrays.copyOf(scip.bytes(), scip.bytes().length - 3));

        assertThat(callees("sell").at("/metadata/graph").asText()).isEqualTo("local");
        assertThat(state().get("files").asInt()).isZero();
        assertThat(state().get("error").asText()).contains("broken");

        replace("index.scip", scip.bytes());
        assertThat(callees("sell").at("/metadata/graph").asText()).isEqualTo("scip");
        assertThat(state().has("error")).isFalse();
    }
}
