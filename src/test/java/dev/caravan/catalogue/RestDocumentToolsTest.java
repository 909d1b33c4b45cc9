package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import dev.caravan.Needs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Linters find nothing in the OpenAPI document, and a client that is generated from it compiles and calls the gateway. */
@Tag("nightly")
class RestDocumentToolsTest extends CatalogueTest {

    private static final Path FOLDER = Path.of("src/test/rest");
    private static final String DOCUMENT = "../../../routes/catalogue/openapi.yaml";

    @BeforeAll
    static void toolsAreInstalled() {
        Needs.npm(FOLDER);
    }

    /** Runs a program of the folder's packages. Fails the test with what it says unless it ends with 0. */
    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).directory(FOLDER.toFile()).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }

    @Test
    void redoclyFindsNothing() throws Exception {
        assertThat(run("node_modules/.bin/redocly", "lint", DOCUMENT, "--format=stylish")).contains("is valid")
                .doesNotContain("warning  ", "error  ", "You have");
    }

    @Test
    void spectralFindsNothing() throws Exception {
        assertThat(run("node_modules/.bin/spectral", "lint", DOCUMENT, "--ruleset", ".spectral.yaml", "--fail-severity=hint"))
                .contains("No results");
    }

    @Test
    void generatedClientCompilesAndCalls() throws Exception {
        run("node_modules/.bin/openapi-typescript", DOCUMENT, "-o", "node_modules/.caravan/schema.d.ts");
        run("node_modules/.bin/tsc", "-p", ".");

        String said = run("node", "node_modules/.caravan/client.js", "http://127.0.0.1:" + port(), user);

        assertThat(McpClient.object(said)).isEqualTo(
                json("{\"name\":\"Sales\",\"stale\":1011,\"bound\":[\"query_orders\"],\"changes\":0,\"left\":0}"));
    }
}
