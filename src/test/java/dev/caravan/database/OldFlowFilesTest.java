package dev.caravan.database;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import dev.caravan.RoutesCopy;
import dev.caravan.TemporaryFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.actuate.health.HealthIndicator;

/** An operator's old copy of a flow, of before the release, is refused with what to do; its tools fail at once, and all others serve. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("full")
class OldFlowFilesTest {

    private final Path routes = RoutesCopy.to(TemporaryFolder.make("caravan-old-flows"));
    private OwnGateway gateway;

    @BeforeAll
    void start() throws Exception {
        for (String file : new String[] {"sql", "mongodb", "redis", "opensearch", "supabase"}) {
            Files.copy(Path.of("src/test/resources/database/" + file + ".camel.yaml"), routes.resolve("databases/" + file + ".camel.yaml"), StandardCopyOption.REPLACE_EXISTING);
        }
        gateway = OwnGateway.withRoutes(routes).settings("databases.sqlite.url=jdbc:sqlite:" + TemporaryFolder.make("caravan-old-sqlite").resolve("old.db"),
                "databases.mongodb.url=mongodb://127.0.0.1:9/old", "databases.redis.url=redis://127.0.0.1:9", "databases.opensearch.url=http://127.0.0.1:9",
                "databases.supabase.url=http://127.0.0.1:9/").start();
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @CsvSource({"sqlite,sql,sqlSelect", "mongodb,mongodb,mongo", "redis,redis,redis", "opensearch,opensearch,openSearch", "supabase,supabase,supabase"})
    void oldFlowFileIsRefusedAndItsToolFailsAtOnce(String database, String file, String step) {
        String health = gateway.application().getBean("routesHealthIndicator", HealthIndicator.class).health().toString();
        assertThat(health).contains("routes/databases/" + file + ".camel.yaml is of an older release: its step " + step + " no longer exists. Copy this file");

        if (!database.equals("sqlite")) { // its tools are made of the file's templates, and not listed
            long begin = System.nanoTime();
            JsonNode answer = gateway.client().call("db_query_" + database, object("{\"table\":\"people\"}")).result().get("structuredContent");

            assertThat(answer.at("/error/message").asText()).contains("The tools of " + database + " are not loaded");
            assertThat((System.nanoTime() - begin) / 1_000_000).as("no wait for a flow, which would be 30 s").isLessThan(20_000);
        }
    }
}
