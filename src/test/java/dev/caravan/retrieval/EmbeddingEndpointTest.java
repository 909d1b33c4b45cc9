package dev.caravan.retrieval;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** An embedder whose endpoint is a real server on loopback, with the model of this process behind it. */
@Timeout(60)
abstract class EmbeddingEndpointTest {

    static final String KEY = "sk-very-secret";

    final LocalEmbedder model = new LocalEmbedder(32, 2);
    final EmbeddingServer server = new EmbeddingServer(model);
    final EndpointEmbedder embedder = embedder(512, Duration.ofSeconds(20));

    EndpointEmbedder embedder(int dimensions, Duration timeout) {
        return new EndpointEmbedder(
                new EmbeddingProperties(EmbeddingProperties.Kind.OPENAI, server.url(), "m", KEY, dimensions, timeout, 4, 2),
                Duration.ofMillis(1));
    }

    @AfterEach
    void close() throws Exception {
        server.close();
        model.close();
    }
}
