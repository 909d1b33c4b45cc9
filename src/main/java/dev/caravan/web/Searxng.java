package dev.caravan.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Header;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** SearXNG's JSON API, {@code /search?format=json}: makes the query string of a request, and reads the answer. */
@Component("searxng")
public record Searxng(ObjectMapper mapper, WebSearchProperties properties) {

    private static final String SOURCE = "searxng";
    private static final int FIRST_PAGE_ONLY = 1;
    private static final int LONGEST_WORDS = 100;

    /**
     * Returns {@code q=…&format=json&…}, percent-encoded.
     *
     * @param engines names of SearXNG's engines, separated by commas; blank for SearXNG's own choice
     */
    public String query(@Variable("search") Search search, @Variable("engines") String engines) {
        StringBuilder query = new StringBuilder("q=").append(encoded(search.query().text())).append("&format=json&language=")
                .append(encoded(search.query().language()));
        if (search.query().timeRange() != null) {
            query.append("&time_range=").append(search.query().timeRange());
        }
        if (search.page() > FIRST_PAGE_ONLY) {
            query.append("&pageno=").append(search.page());
        }
        if (!engines.isBlank()) {
            query.append("&engines=").append(encoded(engines.strip()));
        }
        return query.toString();
    }

    /** Returns the timeout in milliseconds. A later page gets at most {@code laterPages}, less than the remaining time of the call. */
    public long timeout(@Variable("search") Search search, @Variable("laterPageTimeout") Duration laterPages) {
        long timeout = properties.timeout().toMillis();
        return search.page() > FIRST_PAGE_ONLY ? Math.min(timeout, laterPages.toMillis()) : timeout;
    }

    /** Reads the answer. @throws UpstreamException if the status is not 200, or the answer is not a list of results */
    public Search.Page page(@Body byte[] body, @Header(Exchange.HTTP_RESPONSE_CODE) int status) throws UpstreamException {
        if (status != 200) {
            throw new UpstreamException(Text.of(status == 403 ? "web.forbidden" : status == 429 ? "web.tooMany" : "web.status", status));
        }
        JsonNode answer = read(body);
        if (!answer.path("results").isArray()) {
            throw new UpstreamException(Text.of("web.garbage"));
        }
        List<Search.Item> items = FoundItems.read(answer.get("results"), SOURCE);
        return new Search.Page(items, DirectAnswers.of(answer), unresponsive(answer.path("unresponsive_engines")), items.isEmpty());
    }

    private JsonNode read(byte[] body) throws UpstreamException {
        try {
            JsonNode answer = body == null ? null : mapper.readTree(body);
            if (answer != null) {
                return answer;
            }
        } catch (IOException e) {
            // the failure below says it
        }
        throw new UpstreamException(Text.of("web.garbage"));
    }

    /** Reads {@code [["engine", "reason"], …]}, or {@code ["engine", …]} of older versions. */
    private static List<Text> unresponsive(JsonNode engines) {
        List<Text> warnings = new ArrayList<>();
        for (JsonNode engine : engines) {
            String name = engine.isArray() ? engine.path(0).asText() : engine.asText();
            String reason = engine.path(1).asText("no answer");
            warnings.add(Text.of("web.engine", PlainText.of(name, LONGEST_WORDS), PlainText.of(reason, LONGEST_WORDS)));
        }
        return warnings;
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
