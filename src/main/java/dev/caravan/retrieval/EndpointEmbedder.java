package dev.caravan.retrieval;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.json.JsonMappers;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Embeds at an endpoint with OpenAI's API. Every request ends in time. Passages are tried three times, with pauses, when the endpoint
 * refuses temporarily. Queries are tried once, since a caller waits.
 */
final class EndpointEmbedder implements Embedder {

    private static final int PASSAGE_TRIES = 3;
    private static final int LONGEST_REASON = 200;
    private static final ObjectMapper JSON = JsonMappers.normal();

    private final EmbeddingProperties properties;
    private final Duration pause;
    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    EndpointEmbedder(EmbeddingProperties properties) {
        this(properties, Duration.ofSeconds(1));
    }

    /** @param pause after the first failure; the pause after the second is twice as long */
    EndpointEmbedder(EmbeddingProperties properties, Duration pause) {
        this.properties = properties;
        this.pause = pause;
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
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(properties.url().replaceFirst("/$", "") + "/embeddings"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JsonMappers.text(JSON, Map.of("model", properties.model(), "input", texts))));
        if (!properties.apiKey().isEmpty()) {
            request.header("Authorization", "Bearer " + properties.apiKey());
        }
        CompletableFuture<HttpResponse<String>> answer = http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
        try {
            return vectors(answer.get(properties.timeout().toMillis(), TimeUnit.MILLISECONDS), texts.size());
        } catch (TimeoutException e) {
            throw failure("did not answer within " + properties.timeout().toMillis() + " ms", true, e);
        } catch (ExecutionException e) {
            boolean isAway = e.getCause() instanceof ConnectException;
            throw failure(isAway ? "can't be reached" : "closed the connection during its answer", true, e);
        } catch (JsonProcessingException e) {
            throw failure("returned something other than a list of embeddings", false, e);
        } finally {
            answer.cancel(true);
        }
    }

    private List<float[]> vectors(HttpResponse<String> answer, int wanted) throws JsonProcessingException {
        int status = answer.statusCode();
        if (status != 200) {
            String hint = switch (status) {
                case 401, 403 -> " (check caravan.embedding.api-key)";
                case 404 -> " (check caravan.embedding.url and model)";
                case 429 -> " (too many requests)";
                default -> "";
            };
            throw failure("answered HTTP " + status + hint + reason(answer.body()), status == 429 || status >= 500, null);
        }
        JsonNode data = JSON.readTree(answer.body()).path("data");
        if (data.size() != wanted) {
            throw failure("returned " + data.size() + " vectors for " + wanted + " texts", false, null);
        }
        List<float[]> vectors = new ArrayList<>(wanted);
        for (JsonNode item : data) {
            JsonNode numbers = item.path("embedding");
            if (numbers.size() != properties.dimensions()) {
                throw failure("returned vectors with " + numbers.size() + " dimensions, but caravan.embedding.dimensions is "
                        + properties.dimensions(), false, null);
            }
            float[] vector = new float[numbers.size()];
            for (int i = 0; i < vector.length; i++) {
                vector[i] = numbers.path(i).floatValue();
            }
            vectors.add(Vector.normal(vector));
        }
        return vectors;
    }

    private String reason(String body) {
        String told = properties.apiKey().isEmpty() ? body : body.replace(properties.apiKey(), "***");
        String line = told.strip().replaceAll("\\s+", " ");
        return line.isEmpty() ? "" : ": " + (line.length() > LONGEST_REASON ? line.substring(0, LONGEST_REASON) + "…" : line);
    }

    private EmbeddingException failure(String what, boolean passing, Throwable cause) {
        return new EmbeddingException("The embedding endpoint " + properties.url() + " " + what, passing, cause);
    }
}
