package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.caravan.McpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The output_schema of a user's tool describes the data, and not what the gateway writes around them. */
class OutputSchemasTest extends CatalogueTest {

    private static final String ORDERS_SCHEMA = "{'type':'array','items':{'type':'object','properties':{'id':{'type':'integer'},"
            + "'status':{'enum':['open','done']}},'required':['id']}}";

    private JsonNode call(String data, String type, String arguments, String schema) {
        Made instance = instance(tool(table(data), type, "it", "\"output_schema\":" + schema.replace('\'', '"')));
        JsonNode envelope = mcp(instance).envelope("it", McpClient.object(arguments.replace('\'', '"')));
        ObjectNode shown = (ObjectNode) tools(instance).get(0).get("outputSchema");
        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(shown).validate(envelope))
                .as("what clients check: " + shown).matches(errors -> errors.isEmpty() || envelope.at("/meta/warnings").isArray());
        return envelope;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '#', value = {
        "get_all_data # {}", "preview # {}", "query_data # {'query':'[]'}", "select # {'field':'id','keys':[1]}"})
    void dataThatFitAreAnswered(String type, String arguments) {
        JsonNode envelope = call("[{\"id\":1,\"status\":\"open\"}]", type, arguments, ORDERS_SCHEMA);

        assertThat(envelope.get("ok").booleanValue()).as(envelope.toString()).isTrue();
        assertThat(envelope.at("/data/data/0/id").intValue()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '#', value = {
        "[{'id':'one'}] # data[0].id must be of type integer, not string", "[{'id':1},{}] # data[1].id is required",
        "[{'id':1,'status':'lost'}] # data[0].status must be one of", "{'id':1} # data must be of type array, not object"})
    void mismatchIsNamed(String data, String named) {
        JsonNode error = call(data.replace('\'', '"'), "get_all_data", "{}", ORDERS_SCHEMA).get("error");

        assertThat(error.get("code").textValue()).isEqualTo("INTERNAL_ERROR");
        assertThat(error.get("message").textValue()).contains("output schema").contains(named);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{'type':'object','properties':{'name':{'type':'string'},'children':{'type':'array','items':{'$ref':'#'}}},'required':['name']}",
        "{'$ref':'#/$defs/node','$defs':{'node':{'type':'object','properties':{'children':{'items':{'$ref':'#/$defs/node'}}},"
                + "'required':['name']}}}",
        "{'$schema':'http://json-schema.org/draft-07/schema#','$ref':'#/definitions/node','definitions':{'node':{'type':'object',"
                + "'properties':{'children':{'items':{'$ref':'#/definitions/node'}}},'required':['name']}}}",
        "{'$id':'https://example.org/tree','type':'object','properties':{'children':{'items':{'$ref':'#'}}},'required':['name']}"})
    void referencesLeadIntoTheSchemaItself(String schema) {
        String tree = "{\"name\":\"a\",\"children\":[{\"name\":\"b\",\"children\":[]}]}";

        assertThat(call(tree, "get_all_data", "{}", schema).get("ok").booleanValue()).isTrue();
        assertThat(call(tree.replace("\"name\":\"b\",", ""), "get_all_data", "{}", schema).at("/error/message").asText())
                .contains("data.children[0].name is required");
    }

    @Test
    void ofTypesWithoutDataItDescribesTheWholeResult() {
        JsonNode fits = call("{}", "create", "{'elements':[{'key':'a','content':1}]}",
                "{'type':'object','properties':{'total_created':{'const':1}},'required':['created_keys']}");
        JsonNode fitsNot = call("{}", "create", "{'elements':[{'key':'a','content':1}]}", "{'required':['data']}");

        assertThat(fits.at("/data/total_created").intValue()).isEqualTo(1);
        assertThat(fits.at("/meta/warnings").isMissingNode()).isTrue();
        assertThat(fitsNot.get("ok").booleanValue()).as("what is written is a success").isTrue();
        assertThat(fitsNot.at("/meta/warnings/0").asText()).contains("data is required");
    }
}
