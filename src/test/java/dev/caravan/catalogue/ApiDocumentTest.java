package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.RestClient;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The OpenAPI document is valid, is served, and tells of the endpoints there are and of no other. */
class ApiDocumentTest extends CatalogueTest {

    @Test
    void documentIsServedAndValid() {
        JsonNode served = rest.get("/api/v1/openapi.json").json();
        assertThat(served).isEqualTo(RestClient.DOCUMENT);
        SwaggerParseResult parsed = new OpenAPIV3Parser().readContents(served.toString(), null, new ParseOptions());
        assertThat(parsed.getMessages()).isEmpty();
        assertThat(parsed.getOpenAPI().getPaths()).hasSize(served.get("paths").size());
    }

    @Test
    void documentListsEveryEndpoint() throws Exception {
        Set<String> served = new TreeSet<>();
        for (JsonNode entry : new YAMLMapper().readTree(Files.readString(Path.of("routes/catalogue/endpoints.camel.yaml")))) {
            String line = "";
            for (JsonNode parameter : entry.at("/templatedRoute/parameters")) {
                line += parameter.get("name").asText().matches("method|path") ? parameter.get("value").asText() + " " : "";
            }
            if (!line.isEmpty()) {
                served.add(line.strip());
            }
        }
        Set<String> told = new TreeSet<>();
        RestClient.DOCUMENT.get("paths").properties().forEach(path -> path.getValue().fieldNames()
                .forEachRemaining(method -> told.add(method.toUpperCase() + " " + path.getKey())));
        assertThat(told).isEqualTo(served);
    }
}
