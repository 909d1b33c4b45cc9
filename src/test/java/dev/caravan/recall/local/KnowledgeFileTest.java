package dev.caravan.recall.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnowledgeFileTest {

    private static final String NETWORK = """
            id: kn
            object_types:
              - {id: thing, primary_keys: [a, b], objects: [{a: 1, b: x, c: note}]}
            action_types:
              - id: act
                object_type: thing
                action_source: {type: mcp, mcp_id: m, tool_name: t}
                parameters:
                  - {name: p, value_from: property, value: c}
                  - {name: k, value_from: const, value: {n: 1.5}}
                  - {name: i, value_from: input}
            """;

    @TempDir
    Path folder;

    private KnowledgeNetwork read(String yaml) throws IOException {
        LocalFiles files = LocalFolderTest.files(folder);
        Files.writeString(folder.resolve("kn.yaml"), yaml);
        files.files.look();
        files.files.look();
        return Optional.ofNullable(files.networks().get("kn"))
                .orElseThrow(() -> new IllegalStateException(files.files.problems().toString()));
    }

    @Test
    void valuesComeFromObjectFileAndCaller() throws Exception {
        KnowledgeNetwork network = read(NETWORK);
        KnowledgeNetwork.ActionType act = network.actionType("act").orElseThrow();
        KnowledgeNetwork.ObjectType thing = network.objectType(act);
        var object = thing.find(json("{\"a\": \"1\", \"b\": \"x\"}"));
        assertThat(object).as("compared as text").isPresent();
        assertThat(act.on(object.get()))
                .isEqualTo(json("{\"parameters\": {\"p\": \"note\", \"k\": {\"n\": 1.5}}, \"dynamic_params\": {\"i\": null}}"));
        assertThat(thing.find(json("{\"a\": 1}"))).as("a key is missing").isEmpty();
        assertThat(thing.find(json("{\"a\": 1, \"b\": \"x\", \"c\": \"other\"}"))).isEmpty();
    }

    private static com.fasterxml.jackson.databind.JsonNode json(String text) throws IOException {
        return dev.caravan.json.JsonMappers.normal().readTree(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "id: kn | ids: kn | ids is unknown",
        "id: kn | id: '' | id is required",
        "primary_keys: [a, b] | primary_keys: [] | object_types[0].primary_keys must have at least one name",
        "b: x, | | object_types[0].objects[0].b is required",
        "object_type: thing | object_type: other | action_types[0].object_type is an unknown object type: other",
        "type: mcp, | | action_types[0].action_source.type is required",
        "value_from: input | value_from: nowhere | action_types[0].parameters[2].value_from must be",
        "', value: c' | '' | action_types[0].parameters[0].value is required",
        "id: kn | '[' | kn.yaml:3:3",
    })
    void errorsNameTheLine(String part, String instead, String message) {
        assertThat(NETWORK).contains(part);
        assertThatThrownBy(() -> read(NETWORK.replace(part, instead == null ? "" : instead))).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("kn.yaml").hasMessageContaining(message);
    }

    @Test
    void idsAreUnique() {
        assertThatThrownBy(() -> read(NETWORK + "  - {id: act, object_type: thing, action_source: {type: mcp}}\n"))
                .hasMessageContaining("kn.yaml:5: action_types must have unique ids");
        assertThatThrownBy(() -> read(NETWORK.replace("action_types:", "  - {id: thing, primary_keys: [a]}\naction_types:")))
                .hasMessageContaining("kn.yaml:3: object_types must have unique ids");
    }

    @Test
    void toolboxNeedsOpenApi3AndUniqueOperationIds() throws Exception {
        var yaml = new com.fasterxml.jackson.dataformat.yaml.YAMLMapper();
        assertThatThrownBy(() -> new Toolbox(yaml.readTree("swagger: '2.0'"), url -> url)).hasMessageContaining("OpenAPI 3");
        assertThatThrownBy(
                () -> new Toolbox(yaml.readTree("{openapi: 3.1.0, paths: {/a: {get: {operationId: x}, put: {operationId: x}}}}"),
                        url -> url))
                .hasMessageContaining("two operations with the id x");
        Toolbox box = new Toolbox(yaml.readTree("""
                openapi: 3.0.0
                paths:
                  /a/{b}:
                    parameters: [{name: b, in: path, required: true, description: of the path}, {name: q, in: query}]
                    get: {parameters: [{$ref: '#/components/parameters/B'}]}
                    post:
                      requestBody: {$ref: '#/components/requestBodies/R'}
                components:
                  parameters: {B: {name: b, in: path, required: true, description: own}}
                  requestBodies: {R: {content: {application/json: {schema: {$ref: '#/components/schemas/One'}}}}}
                  schemas: {One: {properties: {next: {$ref: '#/components/schemas/Two'}}}, Two: {items: {$ref: \
                '#/components/schemas/One'}}, Three: {}}
                """), url -> url);
        assertThat(box.tools.keySet()).containsExactlyInAnyOrder("get_a_b_", "post_a_b_");
        assertThat(box.tools.get("get_a_b_").at("/metadata/api_spec/parameters").findValuesAsText("description")).containsExactly("own");
        assertThat(box.tools.get("get_a_b_").at("/metadata/api_spec/components/schemas")).isEmpty();
        assertThat(box.tools.get("post_a_b_").at("/metadata/api_spec/components/schemas").fieldNames()).toIterable()
                .as("what it refers to alone").containsExactly("One", "Two");
    }
}
