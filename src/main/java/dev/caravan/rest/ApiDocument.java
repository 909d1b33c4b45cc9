package dev.caravan.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.json.JsonMappers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.apache.camel.support.ResourceHelper;
import org.springframework.stereotype.Component;

/** An OpenAPI or AsyncAPI document, kept as YAML beside the routes that it describes. It may have placeholders of settings. */
@Component("apiDocument")
public class ApiDocument {

    private static final Pattern SETTING = Pattern.compile("\\{\\{caravan[a-z.-]*}}");

    private final CamelContext context;
    private final YAMLMapper yaml = JsonMappers.yaml();

    ApiDocument(CamelContext context) {
        this.context = context;
    }

    /** Reads the document at each call, since operators edit it. @param uri such as {@code file:routes/catalogue/openapi.yaml} */
    public JsonNode read(String uri) throws IOException {
        try (InputStream in = ResourceHelper.resolveMandatoryResourceAsInputStream(context, uri)) {
            return yaml.readTree(SETTING.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .replaceAll(setting -> Matcher.quoteReplacement(context.resolvePropertyPlaceholders(setting.group()))));
        }
    }
}
