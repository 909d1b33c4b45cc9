package dev.caravan.web;

import static dev.caravan.web.LoopbackSearch.result;
import static dev.caravan.web.LoopbackSearch.results;
import static dev.caravan.web.LoopbackSearch.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a search service answers is read within the limits that callers have, and cut text is shown. */
class HostileAnswersTest extends WebSearchTest {

    @ParameterizedTest
    @ValueSource(strings = {"1e999999999", "-1e-999999999", "1e2147483647", "DIGITS", "DEEP"})
    void hostileAnswerIsUpstreamError(String value) {
        String json = value.replace("DIGITS", "7".repeat(1_001)).replace("DEEP", "[".repeat(10_000) + "]".repeat(10_000));
        SEARCH.behave((exchange, query) -> send(exchange, 200,
                results(result("t", "https://e.org/", "c")).replace("\"number_of_results\":0", "\"number_of_results\":" + json)));

        assertThat(failure(fresh())).contains("did not answer with a list of results");
    }

    @Test
    void loneSurrogateIsReplaced() {
        SEARCH.behave(
                (exchange, query) -> send(exchange, 200, results(result("cut CUT", "https://e.org/", "c")).replace("CUT", "\\ud83d")));

        JsonNode envelope = client.envelope("web_search", fresh());

        assertThat(envelope.toString()).contains("cut \uFFFD");
    }
}
