package dev.caravan.call.tool;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.RouteTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A tool over MongoDB, Cypher or HTTP that an operator writes: what the system refuses is told in its own words, without its address. */
class OwnStepsTest extends RouteTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "cypher|DB_ERROR|Variable `x` not defined (line 1, column 8|- setVariable: {name: cypher, constant: RETURN x}"
                + "\\n        - bean: {ref: cypher, method: read}",
        "pipeline|DB_ERROR|$nosuch|- setBody: {constant: '[{\"$nosuch\": 1}]'}"
                + "\\n        - to: {uri: 'mongodb:mongoClient', parameters: "
                + "{database: shop, collection: own, operation: aggregate}}",
        "status|UPSTREAM_ERROR|The service answered 404|- removeHeaders: {pattern: '*'}\\n        - setBody: {constant: ''}"
                + "\\n        - to: 'http://127.0.0.1:{{caravan.http.port}}/api/v1/nowhere'",
        "silence|UPSTREAM_ERROR|can't be reached|- setBody: {constant: ''}\\n        - to: 'http://127.0.0.1:9/'"})
    void refusalIsToldInTheSystemsWords(String name, String code, String words, String steps) throws Exception {
        routes.add("t_own_" + name, "ai-tool:t_own_" + name, "description: own", steps.replace("\\n", "\n"));

        JsonNode error = client.envelope("t_own_" + name, object("{}")).get("error");

        assertThat(error.get("code").asText()).as(error.toString()).isEqualTo(code);
        assertThat(error.get("message").asText()).contains(words).doesNotContain("127.0.0.1");
    }
}
