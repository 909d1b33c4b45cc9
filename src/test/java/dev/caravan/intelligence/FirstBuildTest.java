package dev.caravan.intelligence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** While the first build of an index runs, all files are searched by words, and answers say how far the build is. */
@Tag("nightly")
class FirstBuildTest extends LocalShopTest {

    private static final int FILES = 400;

    @BeforeEach
    void write() throws IOException {
        call("ci_index_status", "{\"action\":\"clear\",\"workspace\":\"" + SHOP + "\"}");
        for (int i = 0; i < FILES; i++) {
            Files.writeString(ROOT.resolve("many" + i + ".py"),
                    "def work_" + i + "():\n    first = " + i + "\n    second = first\n    return second\n");
        }
        Files.writeString(ROOT.resolve("zz_last.py"), "def weigh_parcel(parcel):\n    return parcel.weight\n");
    }

    @AfterEach
    void delete() throws IOException {
        for (int i = 0; i < FILES; i++) {
            Files.delete(ROOT.resolve("many" + i + ".py"));
        }
        Files.delete(ROOT.resolve("zz_last.py"));
        build(SHOP);
    }

    @Test
    void filesNotYetIndexedAreFound() {
        call("ci_index_status", "{\"action\":\"build\",\"workspace\":\"" + SHOP + "\"}");

        JsonNode result = call("ci_graph_rag", "{\"query\":\"who weighs parcels?\"}");
        JsonNode missing = failed("ci_search", "{\"query\":\"zebra\"}");

        assertThat(result.at("/candidates/0/file").asText()).isEqualTo("zz_last.py");
        assertThat(result.at("/candidates/0/content").asText()).contains("weigh_parcel");
        assertThat(result.at("/metadata/warning").asText()).startsWith("The index is being built, ");
        assertThat(missing.at("/error/message").asText()).contains("is being indexed", "Try again soon");
    }
}
