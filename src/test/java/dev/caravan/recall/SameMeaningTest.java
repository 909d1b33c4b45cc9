package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.caravan.json.SchemaLookup;
import dev.caravan.json.SchemaResolver;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Of schemas without recursion, within the depth that is followed, the converted one accepts exactly what the original does. */
class SameMeaningTest {

    private static final int SCHEMAS = 600;
    private static final int INSTANCES = 25;

    private final RandomSchemas schemas = new RandomSchemas();

    @Test
    void sourceAndConvertedSchemaAcceptTheSameValues() throws Exception {
        int accepted = 0;
        int refused = 0;
        Map<String, Integer> deciding = new TreeMap<>();
        for (int i = 0; i < SCHEMAS; i++) {
            ObjectNode original = schemas.next();
            JsonNode converted = new SchemaResolver(SchemaLookup.ofInput(original)).resolve(original);
            SchemaChecks.assertPlainAndValid(converted);
            Schema one = compiled(original);
            Schema other = compiled(converted);
            Set<String> said = SchemaChecks.keywords(converted, new HashSet<>());
            for (int instance = 0; instance < INSTANCES; instance++) {
                JsonNode value = schemas.value(3);
                List<Error> why = one.validate(value);
                boolean accepts = why.isEmpty();
                assertThat(other.validate(value).isEmpty()).as(value + " by " + original + " and " + converted).isEqualTo(accepts);
                accepted += accepts ? 1 : 0;
                refused += accepts ? 0 : 1;
                why.stream().flatMap(error -> Stream.of(error.getEvaluationPath().toString().split("/"))).filter(said::contains)
                        .forEach(keyword -> deciding.merge(keyword, 1, Integer::sum));
            }
        }
        assertThat(accepted).as("both answers are tried").isGreaterThan(1_500);
        assertThat(refused).isGreaterThan(3_000);
        assertThat(deciding.keySet()).as("each kind of keyword has refused something: " + deciding).contains("type", "enum", "const",
                "maxLength", "minLength",
                "minimum", "required", "anyOf", "oneOf", "allOf", "not", "then", "else", "contains", "items", "prefixItems", "minItems",
                "properties",
                "patternProperties", "dependentSchemas", "additionalProperties", "minProperties");
    }

    private static Schema compiled(JsonNode schema) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema);
    }
}
