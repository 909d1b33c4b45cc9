package dev.caravan.call.completion;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An argument is completed with the values of its definition, or with those that its route suggests. */
class SuggestionsTest extends CompletedPromptTest {

    @ParameterizedTest
    @CsvSource({"2025-03-26, b, Berlin|Bern", "2025-06-18, BER, Berlin|Bern", "2025-11-25, berl, Berlin", McpClient.MODERN + ", P, Paris",
        McpClient.MODERN + ", '', Berlin|Bern|Paris",
        "2025-11-25, x, ''", "2025-11-25, bern%, ''"})
    void fixedValuesAreFilteredByPrefix(String revision, String typed, String all) throws Exception {
        prompt("argument.city: Where\n        argument.city.complete: Berlin, Bern ,Paris,Berlin");

        JsonNode completion = complete(revision, "c_prompt", "city", typed, null).result().get("completion");

        List<String> values = values(completion);
        assertThat(String.join("|", values)).isEqualTo(all);
        assertThat(completion.get("total").asInt()).isEqualTo(values.size());
        assertThat(completion.get("hasMore").asBoolean()).isFalse();
    }

    @Test
    void argumentMayHaveNoSuggestions() throws Exception {
        prompt("argument.city: Where");

        assertThat(complete("2025-11-25", "c_prompt", "city", "b", null).result()).isEqualTo(object(
                "{\"completion\":{\"values\":[],\"total\":0,\"hasMore\":false}}"));
    }

    @Test
    void routeGetsThePrefixAndTheOtherArguments() throws Exception {
        leaves(exchange -> exchange.getMessage()
                .setBody(List.of(exchange.getIn().getBody(String.class), exchange.getIn().getHeader("country", String.class),
                String.valueOf(exchange.getIn().getHeaders()), exchange.getProperty("caller", String.class))));
        prompt("argument.city: Where\n        argument.country: Of which\n        argument.city.complete: direct:c-suggestions");

        JsonNode completion = complete(McpClient.MODERN, "c_prompt", "city", "b${body}",
                object("{\"arguments\":{\"country\":\"DE\",\"CamelFileName\":\"x\",\"other\":\"y\",\"city\":\"z\"}}")).result()
                .get("completion");

        assertThat(values(completion)).containsExactly("b${body}", "DE", "{country=DE}", "local");
    }

    @Test
    void atMostAHundredValuesAreReturnedWithTheTotal() throws Exception {
        leaves(exchange -> exchange.getMessage().setBody(IntStream.range(0, 250).boxed().toList()));
        prompt("argument.city: Where\n        argument.city.complete: direct:c-suggestions");

        JsonNode completion = complete(McpClient.MODERN, "c_prompt", "city", "", null).result().get("completion");

        assertThat(values(completion)).hasSize(100).startsWith("0", "1").endsWith("99");
        assertThat(completion.get("total").asInt()).isEqualTo(250);
        assertThat(completion.get("hasMore").asBoolean()).isTrue();
    }

    @Test
    void routeWithoutAResultSuggestsNothing() throws Exception {
        leaves(exchange -> exchange.getMessage().setBody(null));
        prompt("argument.city: Where\n        argument.city.complete: direct:c-suggestions");

        assertThat(values(complete("2025-11-25", "c_prompt", "city", "", null).result().get("completion"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", McpClient.MODERN})
    void shippedPromptsAreCompleted(String revision) {
        assertThat(values(completeTemplate(revision, "tool:///{name}", "name", "NEO4J_find_p").result().get("completion")))
                .containsExactly("neo4j_find_path");
        assertThat(values(complete(revision, "explore_database", "database", "POST", null).result().get("completion")))
                .containsExactly("postgresql");
        assertThat(values(complete(revision, "explore_database", "database", "", null).result().get("completion"))).contains("mongodb",
                "postgresql");
        assertThat(values(completeTemplate(revision, "document:///{id}", "id", "").result().get("completion"))).isEmpty();
    }
}
