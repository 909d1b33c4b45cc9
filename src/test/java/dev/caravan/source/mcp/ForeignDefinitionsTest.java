package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server's definitions of any form harm neither the server's other tools and resources nor the gateway's own. */
@Tag("full")
class ForeignDefinitionsTest extends OddServerGateways {

    @Test
    void blanksOfAnyScriptWithdrawNoTool() {
        Map<String, String> descriptions = new LinkedHashMap<>();
        for (int blank : new int[] {0x3000, 0xa0, 0x2028, 0x2029, 0x1680, 0x2003, 0x202f, 0x205f}) {
            descriptions.put("blank_" + Integer.toHexString(blank),
                    "查询" + Character.toString(blank) + "数据 %20 + ? & # $ {x} (y) \"z\" \\n é 🙂");
        }
        JsonNode schema = McpClient.object("{\"type\":\"object\","
                + "\"properties\":{\"a\u3000b\":{\"type\":\"string\",\"enum\":[\"x\u2028y\"]}}}");
        descriptions.forEach((name, text) -> server.lists("tools", McpClient.JSON.createObjectNode().put("name", name)
                .put("description", text).set("inputSchema", schema).toString()));
        server.lists("resources", "{\"uri\":\"far:///a\",\"name\":\"名\u3000称\",\"description\":\"a\u2028b\"}");
        server.lists("prompts", "{\"name\":\"ask\",\"description\":\"a\u00a0b\","
                + "\"arguments\":[{\"name\":\"x\",\"description\":\"c\u3000d\"}]}");
        offer();

        Map<String, JsonNode> tools = tools();
        descriptions.forEach((name, text) -> assertThat(tools.get(name).get("description").asText()).isEqualTo(text));
        assertThat(tools.get("blank_3000").at("/inputSchema/properties/a\u3000b/enum/0").asText()).isEqualTo("x\u2028y");
        assertThat(list("resources").get("far:///a").get("name").asText()).isEqualTo("名\u3000称");
        assertThat(list("prompts").get("ask").at("/arguments/0/description").asText()).isEqualTo("c\u3000d");
        assertThat(broken()).isEmpty();
    }

    @Test
    void aSchemaThatLeadsElsewhereIsRefusedAlone() {
        List<String> places = List.of("classpath:application.yaml", "classpath:logback.xml", "file:///etc/hostname", "http://127.0.0.1:1/x",
                "https://json-schema.org/draft/2020-12/../../application.yaml");
        for (int i = 0; i < places.size(); i++) {
            server.lists("tools", "{\"name\":\"leads" + i + "\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\""
                    + places.get(i) + "\"}}}}");
        }
        server.lists("tools", "{\"name\":\"inside\",\"inputSchema\":{\"type\":\"object\","
                + "\"$defs\":{\"x\":{\"$id\":\"https://a/x\",\"type\":\"string\"}},\"properties\":{\"a\":{\"$ref\":\"#/$defs/x\"},"
                + "\"b\":{\"$ref\":\"https://a/x\"},\"c\":{\"$ref\":\"https://json-schema.org/draft/2020-12/schema\"}}}}");
        offer();

        assertThat(tools()).containsOnlyKeys("inside", "plain");
        assertThat(gateway.bean(FederatedTools.class).known().get(named("odd")).review(DefinitionKind.TOOL).refused())
                .hasSize(places.size());
        assertThat(gateway.bean(FederatedTools.class).known().get(named("odd")).review(DefinitionKind.TOOL).refused().values())
                .allMatch(reason -> reason.contains("not allowed to be loaded")).noneMatch(reason -> reason.contains("Exception"));
    }

    @Test
    void invisibleCharactersAreCleanedInTheWholeDefinition() {
        String hidden = "\u200b\u2060\u202e\u001b\u00ad\ufeff\u3164\u034f"
                + Character.toString(0xe0041) + Character.toString(0xe0100) + "\ufe0f";
        server.lists("tools", ("{'name':'odd','title':'aHb','description':'aHb ❤\ufe0f',"
                + "'inputSchema':{'type':'object','description':'aHb','properties':{'cHd':{'type':'string','title':'aHb','enum':['aHb']}}},"
                + "'outputSchema':{'type':'object','description':'aHb'},'annotations':{'title':'aHb'},'_meta':{'kHk':['aHb']}}")
                .replace('\'', '"').replace("H", escaped(hidden)));
        server.lists("resources", ("{'uri':'far:///a','name':'aHb','title':'aHb','description':'aHb',"
                + "'annotations':{'audience':['user','aHb'],'priority':7,'lastModified':'aHb'},'size':'large','_meta':{'a':'aHb'},"
                + "'icons':[{'src':'javascript:alert(1)'},{'src':'file:///etc/passwd'},{'src':'http://a/b'},{'src':'https://a/bH'},"
                + "{'src':'data:text/html,<script>alert(1)</script>'},{'src':'data:image/png;base64,AA=='},7,{'sizes':'any'}]}")
                .replace('\'', '"').replace("H", escaped(hidden)));
        server.lists("resourceTemplates", "{'uriTemplate':'far:///{id}','name':'aHb','icons':'x'}"
                .replace('\'', '"').replace("H", escaped(hidden)));
        server.lists("prompts", "{'name':'ask','title':'aHb','description':'aHb','arguments':[{'name':'x','description':'aHb'}]}"
                .replace('\'', '"').replace("H", escaped(hidden)));
        offer();
        until(() -> list("resources").containsKey("far:///a"));

        JsonNode tool = tools().get("odd");
        assertThat(tool.toString()).doesNotContainPattern("[\\p{Cf}\\x{1b}\\x{3164}\\x{34f}\\x{e0100}]");
        assertThat(tool.at("/description").asText()).isEqualTo("ab ❤\ufe0f");
        assertThat(tool.at("/inputSchema/properties/cd/enum/0").asText()).isEqualTo("ab");
        assertThat(tool.at("/_meta/kk/0").asText()).isEqualTo("ab");
        JsonNode resource = list("resources").get("far:///a");
        assertThat(resource.toString()).doesNotContainPattern("[\\p{Cf}\\x{1b}\\x{3164}\\x{34f}\\x{e0100}\\x{fe0f}]");
        assertThat(resource.get("icons").toString()).isEqualTo("[{\"src\":\"https://a/b\"},{\"src\":\"data:image/png;base64,AA==\"}]");
        assertThat(resource.get("annotations").toString()).isEqualTo("{\"audience\":[\"user\"]}");
        assertThat(resource.has("size")).isFalse();
        assertThat(list("resources/templates").get("far:///{id}").has("icons")).isFalse();
        assertThat(list("prompts").get("ask").toString()).doesNotContainPattern("[\\p{Cf}\\x{1b}]");
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.chars().forEach(c -> escaped.append(String.format("\\u%04x", c)));
        return escaped.toString();
    }
}
