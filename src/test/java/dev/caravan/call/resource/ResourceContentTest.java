package dev.caravan.call.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Base64;
import org.apache.camel.Processor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a route leaves is read as text, bytes or JSON, as its media type says. */
class ResourceContentTest extends ResourceRouteTest {

    @ParameterizedTest
    @CsvSource({"text/html;profile=mcp-app,true", "text/csv,true", "application/json,true", "application/vnd.api+json,true",
        "image/svg+xml,true", "application/x-yaml,true", "application/pdf,false", "image/png,false", "application/octet-stream,false"})
    void mimeTypeDecidesBetweenTextAndBytes(String mimeType, boolean text) throws Exception {
        add("r_kind", "resourceUri: camel:///r/kind\n        mimeType: " + mimeType, "- setBody: {constant: 'größer'}");

        JsonNode content = read("2025-11-25", "camel:///r/kind").result().at("/contents/0");

        assertThat(content.get("mimeType").asText()).isEqualTo(mimeType);
        if (text) {
            assertThat(content.get("text").asText()).isEqualTo("größer");
            assertThat(content.has("blob")).isFalse();
        } else {
            assertThat(new String(Base64.getDecoder().decode(content.get("blob").asText()), "UTF-8")).isEqualTo("größer");
            assertThat(content.has("text")).isFalse();
        }
    }

    @Test
    void mapBecomesJson() throws Exception {
        context.getRegistry().bind("leaveMap", (Processor) exchange -> exchange.getMessage().setBody(java.util.Map.of("n", 1)));
        add("r_map", "resourceUri: camel:///r/map\n        mimeType: application/json", "- process: {ref: leaveMap}");

        assertThat(read("2025-11-25", "camel:///r/map").result().at("/contents/0/text").asText()).isEqualTo("{\"n\":1}");
    }
}
