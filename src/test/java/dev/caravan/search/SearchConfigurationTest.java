package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.GatewayTest;
import dev.caravan.json.Pointer;
import dev.caravan.retrieval.Embedder;
import dev.caravan.retrieval.EmbeddingConfiguration;
import dev.caravan.retrieval.EmbeddingProperties;
import dev.caravan.retrieval.LoadedModels;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.neo4j.driver.Driver;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The search part as the application makes it. */
@Tag("nightly")
class SearchConfigurationTest extends GatewayTest {

    @Autowired
    private Driver driver;
    @Autowired
    private SearchIndex index;

    @Test
    void indexesAreCreatedAndWork() throws Exception {
        await().atMost(Duration.ofSeconds(60)).until(() -> driver.executableQuery(
                "SHOW INDEXES YIELD name, state WHERE name STARTS WITH 'caravan_chunk' OR name = 'caravan_collection_name' RETURN name, "
                        + "state")
                .execute().records()
                // other installations on this server have theirs
                .stream().filter(found -> found.get("state").asString().equals("ONLINE")).count() >= 6);
        String collection = "test:" + UUID.randomUUID();

        index.sync(collection, Pointer.ROOT, new ObjectMapper().readTree("[\"水泵空转会损坏密封圈\", \"阀门漏水\"]"), counts -> { });

        assertThat(index.search(collection, Pointer.ROOT, "泵没有水还在转", 1)).singleElement().extracting(SearchIndex.Hit::jsonPath)
                .isEqualTo("/0");
    }

    @Test
    void anEndpointNeedsItsSettings() {
        ApplicationContextRunner runner = new ApplicationContextRunner().withUserConfiguration(OnlyEmbedding.class);

        runner.withPropertyValues("caravan.embedding.kind=openai", "caravan.embedding.url=http://127.0.0.1:1/v1").run(context ->
        assertThat(context.getStartupFailure()).rootCause().hasMessageContaining("needs caravan.embedding.url, model and dimensions"));
        runner.withPropertyValues("caravan.embedding.kind=openai", "caravan.embedding.url=http://127.0.0.1:1/v1",
                "caravan.embedding.model=m", "caravan.embedding.dimensions=3",
                "caravan.embedding.api-key=sk-secret").run(context -> {
                    assertThat(context.getBean(Embedder.class).model()).isEqualTo("m");
                    assertThatThrownBy(() -> context.getBean(Embedder.class).embedPassages(List.of("x")))
                            .hasMessageContaining("can't be reached").hasMessageNotContaining("sk-secret");
                });
        runner.run(context -> assertThat(context.getBean(Embedder.class).dimensions()).isEqualTo(512 + 384));
    }

    @EnableConfigurationProperties(EmbeddingProperties.class)
    @org.springframework.context.annotation.Import({EmbeddingConfiguration.class, LoadedModels.class})
    static class OnlyEmbedding {
    }
}
