package dev.caravan.guide;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The guide has each type of tool that users can make. */
class ToolTypesPageTest {

    @Test
    void tableListsEveryToolType() throws IOException {
        StringBuilder table = new StringBuilder("| type | what a tool of it does | |\n|---|---|---|\n");
        new YAMLMapper().readTree(Path.of("src/main/resources/dev/caravan/catalogue/tool-types.yaml").toFile()).properties()
                .forEach(type -> table
                        .append("| `").append(type.getKey()).append("` | ")
                        .append(type.getValue().get("description").asText().replace("{context}", "the context"))
                        .append(" | ")
                        .append(type.getValue().get("readOnly").booleanValue() ? "reads"
                                : type.getValue().get("destructive").booleanValue() ? "changes" : "adds")
                .append(" |\n"));
        GuidePage.of("guides/tools-and-instances.md").assertPart("types", table.toString());
    }
}
