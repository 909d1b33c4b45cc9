package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.caravan.json.SchemaException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What converted schemas must be: valid, without references, and made in time. */
final class SchemaChecks {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<SpecificationVersion, Schema> META = new ConcurrentHashMap<>();

    private SchemaChecks() {
    }

    /** By the meta-schema of its dialect; and no keyword in it refers to anything or defines it. */
    static void assertPlainAndValid(JsonNode schema) {
        assertThat(problems(schema)).as(() -> "a valid schema: " + shortened(schema)).isEmpty();
        assertThat(keywords(schema, new HashSet<>())).as(() -> "without references: " + shortened(schema))
                .doesNotContain("$ref", "$defs", "definitions", "$dynamicRef", "$recursiveRef");
    }

    static List<String> problems(JsonNode schema) {
        SpecificationVersion version = SpecificationVersion.fromDialectId(schema.path("$schema").asText())
                .orElse(SpecificationVersion.DRAFT_2020_12);
        return META.computeIfAbsent(version, one -> SchemaRegistry.withDefaultDialect(one).getSchema(SchemaLocation.of(one.getDialectId())))
                .validate(schema).stream().map(Error::toString).toList();
    }

    /** The keywords that it has anywhere; names of properties and what is in data are none. */
    static Set<String> keywords(JsonNode schema, Set<String> found) {
        for (var keyword : schema.properties()) {
            found.add(keyword.getKey());
            if (List.of("properties", "patternProperties", "dependentSchemas", "dependencies").contains(keyword.getKey())) {
                keyword.getValue().forEach(member -> keywords(member, found));
            } else if (keyword.getValue().isArray()) {
                if (List.of("allOf", "anyOf", "oneOf", "prefixItems", "items").contains(keyword.getKey())) {
                    keyword.getValue().forEach(member -> keywords(member, found));
                }
            } else if (!List.of("default", "const", "example", "discriminator", "xml", "externalDocs").contains(keyword.getKey())
                    && !keyword.getKey().startsWith("x-")) {
                keywords(keyword.getValue(), found);
            }
        }
        return found;
    }

    private static String shortened(JsonNode schema) {
        String text = schema.toString();
        return text.length() < 2_000 ? text : text.substring(0, 2_000) + "…";
    }

    /** @return what it becomes, which must be soon, and not much more than it was or than a model could read */
    static ObjectNode bounded(ObjectNode schema) throws Exception {
        return assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            ObjectNode output = InputParameters.of(schema);
            assertThat(output.toString().length()).isLessThan(8_000_000);
            return output;
        });
    }

    static void assertBeyondBounds(ObjectNode schema, String reason) {
        ObjectNode operation = JSON.createObjectNode();
        operation.putArray("parameters").addObject().put("name", "p").put("in", "query").set("schema", schema);
        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            assertThatThrownBy(() -> InputParameters.of(schema)).isInstanceOf(SchemaException.BeyondBounds.class)
                    .hasMessageContaining(reason);
            if (!schema.has("$defs")) {
                assertThatThrownBy(() -> OperationParameters.of(operation)).as("of a parameter")
                        .isInstanceOf(SchemaException.BeyondBounds.class);
            }
        });
    }
}
