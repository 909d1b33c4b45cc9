package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.json;
import static dev.caravan.recall.RecallClient.BODY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import org.junit.jupiter.api.Test;

/** A recalled function has the properties of a tool that its schema names by an anchor or an id. */
class AnchoredSchemaTest extends LoopbackGatewayTest {

    @Test
    void propertyBehindAnAnchorIsKept() {
        SERVICES.ontologyQuery(json("{\"action_source\":{\"type\":\"mcp\",\"mcp_id\":\"m\",\"tool_name\":\"t\"},"
                + "\"actions\":[{\"parameters\":{}}]}"));
        SERVICES.operatorIntegration(json("""
                {"tools": [{"name": "t", "inputSchema": {"type": "object", "required": ["place", "unit"],
                  "properties": {"place": {"$ref": "#place"}, "unit": {"$ref": "https://example.com/unit"}},
                  "$defs": {"Place": {"$anchor": "place", "type": "string"},
                            "Unit": {"$id": "https://example.com/unit", "enum": ["C", "F"]}}}}]}"""));

        assertThat(recall.recall("?kn_id=k&at_id=a", BODY).tool().get("parameters")).isEqualTo(McpClient.object("""
                {"type": "object", "required": ["place", "unit"],
                 "properties": {"place": {"type": "string"}, "unit": {"enum": ["C", "F"]}}}"""));
    }
}
