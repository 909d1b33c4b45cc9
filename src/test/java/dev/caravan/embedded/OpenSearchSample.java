package dev.caravan.embedded;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;

/** {@link SampleData} in OpenSearch: indexes with explicit mappings. */
final class OpenSearchSample {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int NOT_FOUND = 404;

    private final HttpClient client = HttpClient.newHttpClient();
    private final String url;

    private OpenSearchSample(String url) {
        this.url = url;
    }

    static void fill(String url) throws IOException, InterruptedException {
        OpenSearchSample sample = new OpenSearchSample(url);
        if (sample.send("HEAD", "/orders", null).statusCode() == NOT_FOUND) {
            sample.fill("users", "\"name\":{\"type\":\"keyword\"},\"email\":{\"type\":\"keyword\"},\"age\":{\"type\":\"integer\"}",
                    SampleData.users());
            sample.fill("orders", "\"user_id\":{\"type\":\"long\"},\"amount\":{\"type\":\"scaled_float\",\"scaling_factor\":100}",
                    SampleData.orders());
        }
    }

    private void fill(String index, String properties, List<Map<String, Object>> rows) throws IOException, InterruptedException {
        send("DELETE", "/" + index, null);
        done(send("PUT", "/" + index,
                "{\"settings\":{\"number_of_replicas\":0},\"mappings\":{\"properties\":{\"id\":{\"type\":\"long\"},"
                        + "\"status\":{\"type\":\"keyword\"},"
                + "\"created_at\":{\"type\":\"date\"}," + properties + "}}}"));
        StringBuilder lines = new StringBuilder();
        for (Map<String, Object> row : rows) {
            lines.append("{\"create\":{\"_id\":\"").append(row.get("id")).append("\"}}\n").append(json(row)).append('\n');
        }
        HttpResponse<String> created = done(send("POST", "/" + index + "/_bulk?refresh=true", lines.toString()));
        if (created.body().contains("\"errors\":true")) {
            throw new IOException(created.body());
        }
    }

    private static String json(Map<String, Object> row) throws JsonProcessingException {
        return JSON.writeValueAsString(row);
    }

    private HttpResponse<String> send(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path)).header("Content-Type", "application/json")
                .method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body)).build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> done(HttpResponse<String> response) throws IOException {
        if (response.statusCode() >= 300) {
            throw new IOException(response.body());
        }
        return response;
    }
}
