package dev.caravan.guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.OwnGateway;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Prometheus, configured as the guide shows, gets the gateway's metrics in a format that it reads. */
@Tag("full")
class ScrapePageTest {

    /** As Prometheus 3 sends it. */
    private static final String ACCEPTED = "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,"
            + "application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.3,"
            + "text/plain;version=0.0.4;q=0.2,*/*;q=0.1";

    private static JsonNode shown() throws Exception {
        String text = GuideBlock.of(GuidePage.of("operations/observe.md")).stream().map(GuideBlock::text)
                .filter(each -> each.contains("scrape_configs:")).findFirst().orElseThrow();
        return new YAMLMapper().readTree(text);
    }

    @Test
    void theTargetAnswersPrometheus() throws Exception {
        JsonNode job = shown().at("/scrape_configs/0");
        assertThat(job.at("/static_configs/0/targets/0").asText()).isEqualTo("127.0.0.1:8081");
        try (OwnGateway gateway = OwnGateway.withEntries().tool("hello", "own", "Hello").settings("security.mode=none").start()) {
            URI target = URI.create("http://127.0.0.1:" + gateway.operations() + job.get("metrics_path").asText());
            HttpResponse<String> answer = HttpClient.newHttpClient().send(HttpRequest.newBuilder(target).header("Accept", ACCEPTED).build(),
                    HttpResponse.BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/openmetrics-text;version=1.0.0");
            assertThat(answer.body()).contains("# TYPE caravan_routes_broken gauge").endsWith("# EOF\n");
        }
    }

    @Test
    void theRulesAreAFileOfTheRepository() throws Exception {
        assertThat(Files.exists(Path.of("config/dashboards").resolve(shown().at("/rule_files/0").asText()))).isTrue();
    }
}
