package dev.caravan.retrieval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Embeds at an endpoint with OpenAI's API. Every request ends in time, its answer included.
 * Passages are tried three times, with pauses, when the endpoint refuses temporarily. Queries are tried once, since a caller
 * waits.
 */
final class EndpointEmbedder implements Embedder {

    private static final int PASSAGE_TRIES = 3;
    private static final int LONGEST_REASON = 200;
    private static final String NO_LIST = "returned something other than a list of embeddings";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final EmbeddingProperties properties;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Duration pause;

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
                } catch (Refused e) {
                    if (!e.passing || attempt == PASSAGE_TRIES) {
                        throw new EmbeddingException(e.getMessage(), e.passing, e.getCause());
                    }
                    TimeUnit.MILLISECONDS.sleep(pause.toMillis() << attempt - 1);
                }
            }
        }
        return vectors;
    }

    @Override
    public float[] embedQuery(String query) throws InterruptedException {
        try {
            return request(List.of(query)).get(0);
        } catch (Refused e) {
            throw new EmbeddingException(e.getMessage(), e.passing, e.getCause());
        }
    }

    private List<float[]> request(List<String> texts) throws Refused, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(asked(texts), HttpResponse.BodyHandlers.ofByteArray());
        try {
            HttpResponse<byte[]> answered = answer.get(properties.timeout().toMillis(), TimeUnit.MILLISECONDS);
            if (answered.statusCode() >= 300) {
                throw refused(answered.statusCode(), new String(answered.body(), StandardCharsets.UTF_8));
            }
            return vectors(JSON.readTree(answered.body()).path("data"), texts.size());
        } catch (TimeoutException e) {
            throw new Refused("did not answer within " + properties.timeout().toMillis() + " ms", true, e);
        } catch (ExecutionException e) {
            throw new Refused(e.getCause() instanceof ConnectException ? "can't be reached" : "closed the connection during its answer", true, e.getCause());
        } catch (IOException e) {
            throw new Refused(NO_LIST, false, e);
        } finally {
            answer.cancel(true);
        }
    }

    private HttpRequest asked(List<String> texts) {
        ObjectNode body = JSON.createObjectNode().put("model", properties.model());
        texts.forEach(body.putArray("input")::add);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(properties.url().replaceAll("/+$", "") + "/embeddings"))
                .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body.toString()));
        if (!properties.apiKey().isEmpty()) {
            request.header("Authorization", "Bearer " + properties.apiKey());
        }
        return request.build();
    }

    private List<float[]> vectors(JsonNode data, int wanted) throws Refused {
        if (!data.isArray()) {
            throw new Refused(NO_LIST, false, null);
        }
        if (data.size() != wanted) {
            throw new Refused("returned " + data.size() + " vectors for " + wanted + " texts", false, null);
        }
        float[][] vectors = new float[wanted][];
        for (int i = 0; i < wanted; i++) {
            JsonNode numbers = data.get(i).path("embedding");
            int index = data.get(i).path("index").asInt(i);
            if (!numbers.isArray() || index < 0 || index >= wanted || vectors[index] != null) {
                throw new Refused(NO_LIST, false, null);
            }
            if (numbers.size() != properties.dimensions()) {
                throw new Refused("returned vectors with " + numbers.size() + " dimensions, but caravan.embedding.dimensions is "
                        + properties.dimensions(), false, null);
            }
            float[] vector = new float[numbers.size()];
            for (int j = 0; j < vector.length; j++) {
                vector[j] = numbers.get(j).floatValue();
            }
            vectors[index] = Vector.normal(vector);
        }
        return List.of(vectors);
    }

    private Refused refused(int status, String body) {
        String hint = switch (status) {
            case 401, 403 -> " (check caravan.embedding.api-key)";
            case 404 -> " (check caravan.embedding.url and model)";
            case 429 -> " (too many requests)";
            default -> "";
        };
        return new Refused("answered HTTP " + status + hint + reason(body), status == 429 || status >= 500, null);
    }

    private String reason(String body) {
        if (body == null || body.isBlank()) {
            return "";
        }
        String told = properties.apiKey().isEmpty() ? body : body.replace(properties.apiKey(), "***");
        String line = told.strip().replaceAll("\\s+", " ");
        return ": " + (line.length() > LONGEST_REASON ? line.substring(0, LONGEST_REASON) + "…" : line);
    }

    /** Why the answer can't be used, and whether another attempt may succeed. */
    private final class Refused extends Exception {

        private final boolean passing;

        Refused(String what, boolean passing, Throwable cause) {
            super("The embedding endpoint " + properties.url() + " " + what, cause);
            this.passing = passing;
        }
    }
}
