package dev.caravan.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.json.JsonMappers;
import java.io.IOException;
import java.io.InputStream;
import org.apache.camel.CamelContext;
import org.apache.camel.support.ResourceHelper;
import org.springframework.stereotype.Component;

/** An OpenAPI document, kept as YAML beside the routes that it describes. */
@Component("apiDocument")
public class ApiDocument {

    private final CamelContext context;
    private final YAMLMapper yaml = JsonMappers.yaml();

    ApiDocument(CamelContext context) {
        this.context = context;
    }

    /** Reads the document at each call, since operators edit it. @param uri such as {@code file:routes/catalogue/openapi.yaml} */
    public JsonNode read(String uri) throws IOException {
        try (InputStream in = ResourceHelper.resolveMandatoryResourceAsInputStream(context, uri)) {
            return yaml.readTree(in);
        }
    }
}
