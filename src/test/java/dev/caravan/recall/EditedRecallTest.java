package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.EditedTools;
import dev.caravan.McpClient;
import dev.caravan.TemporaryFolder;
import dev.caravan.embedded.ServerKind;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/** An operator changes in files alone what recall answers, while the gateway serves: in the route, in a network and in a toolbox. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("full")
class EditedRecallTest {

    private static final String UNKNOWN = "{\"kn_id\":\"kn_medical\",\"at_id\":\"at_unknown_source\","
            + "\"unique_identity\":{\"disease_id\":\"disease_000001\"}}";
    private static final String REPORT = UNKNOWN.replace("at_unknown_source", "at_disease_report");

    private final Path networks = TemporaryFolder.make("networks");
    private final Path toolboxes = TemporaryFolder.make("toolboxes");
    private EditedTools tools;

    @BeforeAll
    void start() throws Exception {
        Files.copy(Path.of("config/knowledge-networks/kn_medical.yaml"), networks.resolve("kn_medical.yaml"));
        Files.copy(Path.of("config/toolboxes/medical.openapi.yaml"), toolboxes.resolve("medical.openapi.yaml"));
        tools = EditedTools.start(new ServerKind[]{ServerKind.MONGO}, "recall.local=true", "recall.knowledge-networks=" + networks,
                "recall.toolboxes=" + toolboxes);
    }

    @AfterAll
    void stop() {
        tools.close();
    }

    private static void edit(Path file, String text, String replacement) throws Exception {
        String yaml = Files.readString(file);
        assertThat(yaml).contains(text);
        Files.writeString(file, yaml.replace(text, replacement));
    }

    private Health health() {
        return tools.gateway().application().getBean("localRecallHealthIndicator", HealthIndicator.class).health();
    }

    @Test
    void editedRouteHandlesAnotherTypeOfSource() throws Exception {
        JsonNode refused = tools.client().envelope("get_action_info", McpClient.object(UNKNOWN));
        assertThat(refused.at("/error/detail/code").asText()).as(refused.toString()).isEqualTo("ErrExtActionRecallUnsupportedType");

        tools.edit("recall/get_action_info.camel.yaml", "${variable.actionSource} == ''", "${variable.actionSource} not in 'tool,mcp'");
        tools.untilEnvelope("get_action_info", UNKNOWN,
                envelope -> envelope.at("/data/_dynamic_tools").isArray() && envelope.at("/data/_dynamic_tools").isEmpty());
    }

    @Test
    void editedNetworksAndToolboxesTakeEffect() throws Exception {
        edit(networks.resolve("kn_medical.yaml"), "name: An action from elsewhere", "name: Edited action\n    comment: Edited");
        edit(toolboxes.resolve("medical.openapi.yaml"),
                "Files a report of what was found on a disease in a period, and answers it, in short or with all findings.", "Edited");
        tools.until("list_action_types", "{\"kn_id\":\"kn_medical\",\"name\":\"edited action\"}",
                data -> data.at("/action_types/0/description").asText().equals("Edited"));
        tools.until("get_action_info", REPORT, data -> data.at("/_dynamic_tools/0/description").asText().equals("Edited"));
    }

    @Test
    void invalidNetworkIsRefusedWithItsLine() throws Exception {
        Path network = networks.resolve("kn_medical.yaml");
        edit(network, "name: Write a report on a disease", "nmae: Write a report on a disease");
        tools.until("list_action_types", "{\"kn_id\":\"kn_medical\"}", data -> health().getStatus().getCode().equals("DEGRADED"));
        assertThat(health().getDetails().get("refused").toString())
                .containsPattern("kn_medical.yaml:\\d+: action_types\\[1\\].nmae is unknown");
        assertThat(tools.data("get_action_info", REPORT).at("/_dynamic_tools/0/name").asText()).as("as it was")
                .isEqualTo("create_disease_report");
        edit(network, "nmae: Write", "name: Write");
        tools.until("list_action_types", "{\"kn_id\":\"kn_medical\"}", data -> health().getStatus().getCode().equals("UP"));
    }
}
