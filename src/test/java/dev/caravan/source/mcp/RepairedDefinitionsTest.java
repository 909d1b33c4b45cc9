package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A definition whose meaning is clear is offered in a form that every client reads. */
@Tag("full")
class RepairedDefinitionsTest extends OddServerGateways {

    @Test
    void booleanSchemasBecomeObjectsWhereverASchemaStands() {
        lists("any", "'type':'object','properties':{'b':true,'no':false,'list':{'type':'array','items':true},"
                + "'deep':{'type':'object','properties':{'x':true},'additionalProperties':true},'one':{'anyOf':[true,{'type':'string'}]},"
                + "'data':{'default':true,'enum':[true,false]}},'additionalProperties':false,'$defs':{'d':true}",
                ",'outputSchema':{'type':'object','properties':{'result':true},'required':['result']}");
        offer();

        JsonNode schema = tools().get("any").get("inputSchema");
        assertThat(schema.at("/properties/b").toString()).isEqualTo("{}");
        assertThat(schema.at("/properties/no").toString()).isEqualTo("{\"not\":{}}");
        assertThat(schema.at("/properties/list/items").toString()).isEqualTo("{}");
        assertThat(schema.at("/properties/deep/properties/x").toString()).isEqualTo("{}");
        assertThat(schema.at("/properties/one/anyOf/0").toString()).isEqualTo("{}");
        assertThat(schema.at("/$defs/d").toString()).isEqualTo("{}");
        assertThat(schema.at("/properties/data").toString()).as("data").isEqualTo("{\"default\":true,\"enum\":[true,false]}");
        assertThat(schema.at("/additionalProperties").toString()).isIn("false", "{\"not\":{}}");
        assertThat(tools().get("any").at("/outputSchema/properties/result").toString()).isEqualTo("{}");
        assertThat(text("any", "{\"b\":1,\"list\":[1],\"deep\":{\"x\":null,\"y\":2}}")).isEqualTo("well");
        assertThat(call("any", "{\"no\":1}").toString()).contains("no");
        assertThat(call("any", "{\"other\":1}").toString()).contains("other");
    }

    @Test
    void schemasOfOtherDraftsAndPatternsOfOtherEnginesAreOffered() {
        lists("email", "'type':'object','properties':{'to':{'type':'string','format':'email',"
                + "'pattern':'^(?!\\\\.)(?!.*\\\\.\\\\.)([A-Za-z0-9_+-]+)@[a-z]+$'},'n':{'type':'string','pattern':'^[a-z]+$'}},"
                + "'patternProperties':{'^(?!x)':{}}", "");
        lists("draft4", "'$schema':'http://json-schema.org/draft-04/schema#','type':'object','properties':{'n':{'type':'integer',"
                + "'minimum':0,'exclusiveMinimum':true},'p':{'type':'object','required':true}}", "");
        lists("mixed", "'type':'object','properties':{'n':{'type':'number','minimum':0,'exclusiveMinimum':true,'maximum':5,"
                + "'exclusiveMaximum':false},'pair':{'type':'array','items':[{'type':'string'},{'type':'integer'}]}}", "");
        lists("nulls", "'type':'object','properties':null,'required':null", "");
        lists("empty", "'type':'object','properties':{'a':{'type':'string','required':true,'enum':null}},'required':[]", "");
        lists("types", "'type':'object','properties':{'b':null}", "");
        lists("unclear", "'type':'object','properties':{'a':{'type':'any'}}", "");
        String longName = "a".repeat(60) + "_get_the_whole_thing";
        lists(longName, "'type':'object'", "");
        lists("a".repeat(60) + "_get_the_other_thing", "'type':'object'", "");
        lists("wrong", "'type':'object','properties':{'n':{'type':'integer','default':'5'},"
                + "'m':{'type':'integer','default':5},'s':{'$ref':'#/$defs/S','default':7}},'$defs':{'S':{'type':'string'}}", "");
        lists("noschema", null, "");
        offer();

        var tools = tools();
        assertThat(tools).containsKeys("email", "draft4", "mixed", "nulls", "empty", "types", "wrong", "noschema", "plain");
        assertThat(tools.keySet()).as("long names").filteredOn(name -> name.startsWith("aaaa")).hasSize(2).allMatch(n -> n.length() <= 64);
        assertThat(text("email", "{\"to\":\"a@b\",\"n\":\"x\"}")).isEqualTo("well");
        assertThat(call("email", "{\"n\":\"7\"}").toString()).as("other patterns count").contains("\"n\"".replace("\"", ""));
        assertThat(text("mixed", "{\"n\":1,\"pair\":[\"a\",1]}")).isEqualTo("well");
        assertThat(call("mixed", "{\"n\":0}").at("/result/isError").asBoolean()).isTrue();
        assertThat(text("draft4", "{\"n\":1}")).isEqualTo("well");
        assertThat(call("draft4", "{\"n\":0}").at("/result/isError").asBoolean()).isTrue();
        assertThat(text("nulls", "{\"x\":1}")).isEqualTo("well");
        assertThat(text("empty", "{}")).isEqualTo("well");
        assertThat(tools).doesNotContainKey("unclear");
        assertThat(text("types", "{\"b\":2}")).isEqualTo("well");
        assertThat(text(tools.keySet().stream().filter(name -> name.startsWith("aaaa")).findFirst().orElseThrow(), "{}")).isEqualTo("well");
        assertThat(text("wrong", "{}")).isEqualTo("well");
        assertThat(tools.get("wrong").at("/inputSchema/properties/n").has("default")).isFalse();
        assertThat(tools.get("wrong").at("/inputSchema/properties/s").has("default")).isFalse();
        assertThat(server.requests.stream().filter(sent -> sent.at("/params/name").asText().equals("wrong")).findFirst().orElseThrow()
                .at("/params/arguments").toString()).isEqualTo("{\"m\":5}");
    }

    @Test
    void formatsOfOthersAreAnnotationsAndIconsStay() {
        lists("dates", "'type':'object','properties':{'at':{'type':'string','format':'date-time'},'id':{'type':'string','format':'uuid'}}",
                ",'icons':[{'src':'https://a/b.png','mimeType':'image/png','sizes':['48x48']},{'src':'javascript:alert(1)'}]");
        offer();

        assertThat(text("dates", "{\"at\":\"2024-05-01\",\"id\":\"7\"}")).isEqualTo("well");
        assertThat(tools().get("dates").at("/inputSchema/properties/at/format").asText()).isEqualTo("date-time");
        assertThat(tools().get("dates").get("icons").toString())
                .isEqualTo("[{\"src\":\"https://a/b.png\",\"mimeType\":\"image/png\",\"sizes\":[\"48x48\"]}]");
    }

    /** @param schema members of the input schema; null for a tool without one */
    private void lists(String name, String schema, String more) {
        server.lists("tools", ("{'name':'" + name + "'" + (schema == null ? "" : ",'inputSchema':{" + schema + "}") + more + "}")
                .replace('\'', '"'));
    }
}
