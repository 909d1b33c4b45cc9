package dev.caravan.retrieval;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.model.openai.OpenAiEmbeddingModel;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Embeds at an endpoint with OpenAI's API. Every request ends in time: the client library's timeout covers only the first byte of an
 * answer, so there is one more around it. Passages are tried three times, with pauses, when the endpoint refuses temporarily. Queries are
 * tried once, since a caller waits.
 */
final class EndpointEmbedder implements Embedder, AutoCloseable {

    private static final int PASSAGE_TRIES = 3;
    private static final int LONGEST_REASON = 200;

    private final EmbeddingProperties properties;
    private final OpenAiEmbeddingModel endpoint;
    private final Duration pause;
    private final ExecutorService requests = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "embedding-request");
        thread.setDaemon(true);
        return thread;
    });

    EndpointEmbedder(EmbeddingProperties properties) {
        this(properties, Duration.ofSeconds(1));
    }

    /** @param pause after the first failure; the pause after the second is twice as long */
    EndpointEmbedder(EmbeddingProperties properties, Duration pause) {
        this.properties = properties;
        this.pause = pause;
        // servers without authentication need no key, but the library requires one
        this.endpoint = OpenAiEmbeddingModel.builder().baseUrl(properties.url()).modelName(properties.model())
                .apiKey(properties.apiKey().isEmpty() ? "none" : properties.apiKey())
                .timeout(properties.timeout()).maxRetries(0).maxSegmentsPerBatch(properties.batch()).build();
    }

    @Override
    public String model() {
        return properties.model();
    }

    @Override
    public int dimensions() {
        return properties.dimensions();
    }

    @Override
    public List<float[]> embedPassages(List<String> texts) throws InterruptedException {
        List<float[]> vectors = new ArrayList<>(texts.size());
        for (int from = 0; from < texts.size(); from += properties.batch()) {
            List<String> batch = texts.subList(from, Math.min(from + properties.batch(), texts.size()));
            for (int attempt = 1; vectors.size() == from; attempt++) {
                try {
                    vectors.addAll(request(batch));
                } catch (EmbeddingException e) {
                    if (!e.isPassing() || attempt == PASSAGE_TRIES) {
                        throw e;
                    }
                    TimeUnit.MILLISECONDS.sleep(pause.toMillis() << attempt - 1);
                }
            }
        }
        return vectors;
    }

    @Override
    public float[] embedQuery(String query) throws InterruptedException {
        return request(List.of(query)).get(0);
    }

    private List<float[]> request(List<String> texts) throws InterruptedException {
        List<TextSegment> segments = texts.stream().map(TextSegment::from).toList();
        Future<List<Embedding>> answer = requests.submit(() -> endpoint.embedAll(segments).content());
        try {
            return checked(answer.get(properties.timeout().toMillis(), TimeUnit.MILLISECONDS), texts.size());
        } catch (TimeoutException e) {
            throw failure("did not answer within " + properties.timeout().toMillis() + " ms", true, e);
        } catch (ExecutionException e) {
            throw refused(e.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    private List<float[]> checked(List<Embedding> answer, int wanted) {
        if (answer == null || answer.size() != wanted) {
            throw failure("returned " + (answer == null ? 0 : answer.size()) + " vectors for " + wanted + " texts", false, null);
        }
        List<float[]> vectors = new ArrayList<>(wanted);
        for (Embedding embedding : answer) {
            float[] vector = embedding.vector();
            if (vector.length != properties.dimensions()) {
                throw failure("returned vectors with " + vector.length + " dimensions, but caravan.embedding.dimensions is "
                        + properties.dimensions(), false, null);
            }
            vectors.add(Vector.normal(vector));
        }
        return vectors;
    }

    private EmbeddingException refused(Throwable failure) {
        Optional<HttpException> http = cause(failure, HttpException.class);
        if (http.isPresent()) {
            int status = http.get().statusCode();
            String hint = switch (status) {
                case 401, 403 -> " (check caravan.embedding.api-key)";
                case 404 -> " (check caravan.embedding.url and model)";
                case 429 -> " (too many requests)";
                default -> "";
            };
            return failure("answered HTTP " + status + hint + reason(Objects.toString(http.get().getMessage(), "")),
                    status == 429 || status >= 500, failure);
        }
        if (cause(failure, dev.langchain4j.exception.TimeoutException.class).isPresent()) {
            return failure("did not answer within " + properties.timeout().toMillis() + " ms", true, failure);
        }
        if (cause(failure, ConnectException.class).isPresent() || cause(failure, UnresolvedAddressException.class).isPresent()) {
            return failure("can't be reached", true, failure);
        }
        if (cause(failure, IOException.class).isPresent() && cause(failure, JsonProcessingException.class).isEmpty()) {
            return failure("closed the connection during its answer", true, failure);
        }
        return failure("returned something other than a list of embeddings", false, failure);
    }

    private static <T extends Throwable> Optional<T> cause(Throwable failure, Class<T> type) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).filter(type::isInstance).map(type::cast).findFirst();
    }

    private String reason(String body) {
        String told = properties.apiKey().isEmpty() ? body : body.replace(properties.apiKey(), "***");
        String line = told.strip().replaceAll("\\s+", " ");
        return line.isEmpty() ? "" : ": " + (line.length() > LONGEST_REASON ? line.substring(0, LONGEST_REASON) + "…" : line);
    }

    @Override
    public void close() {
        requests.shutdownNow();
    }

    private EmbeddingException failure(String what, boolean passing, Throwable cause) {
        return new EmbeddingException("The embedding endpoint " + properties.url() + " " + what, passing, cause);
    }
}
