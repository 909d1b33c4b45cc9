package dev.caravan.source.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.TemporaryFolder;
import dev.caravan.routes.FileProblemException;
import dev.caravan.routes.SettingsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** What a document says is data: it is refused with its place, or one of its operations alone is. */
class RefusedDocumentsTest {

    private static final String BEGIN = "openapi: 3.0.3\ninfo: {title: T, version: '1'}\nservers: [{url: 'https://api.example.com'}]\n";

    private final Path folder = TemporaryFolder.make("documents");

    private OfferedApi read(String document, String settings) throws IOException, FileProblemException {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", Map.of("GIVEN_TOKEN", "given")));
        Path file = Files.writeString(folder.resolve("x.openapi.yaml"), document);
        Path own = folder.resolve("x.yaml");
        if (settings != null) {
            Files.writeString(own, settings);
        }
        return new ApiReader(new SettingsFile<>(environment, ApiSettings.class), 1_000_000).read("x", file, own);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "swagger: '2.0'\\npaths: {}|x.openapi.yaml:1: this is Swagger 2.0; convert it",
        "openapi: 4.0.0\\npaths: {}|openapi must be 3.0 or 3.1",
        "title: nothing|openapi must be 3.0 or 3.1",
        "[1]|an OpenAPI document is an object",
        "openapi: 3.0.3\\ninfo: {}|it has no paths",
        "openapi: 3.0.3\\npaths: {}|has no server with a whole address",
        "openapi: 3.0.3\\nservers: [{url: /v1}]\\npaths: {}|has no server with a whole address",
        "openapi: 3.0.3\\nservers: [{url: 'https://user:pass@example.com'}]\\npaths: {}|must be http:// or https://",
        "openapi: 3.0.3\\nservers: [{url: 'https://{env:HOME}.example.com'}]\\npaths: {}|must be http:// or https://",
        "openapi: 3.0.3\\nservers: [{url: 'file://host/etc/passwd'}]\\npaths: {}|must be http:// or https://",
        "openapi: 3.0.3\\npaths: &a {}\\nx-b: *a|x.openapi.yaml:3:",
        "openapi: 3.0.3\\nopenapi: 3.0.3|x.openapi.yaml:2:",
        "openapi: 3.0.3\\n paths: {|x.openapi.yaml:2:"})
    void refusedDocumentNamesTheLine(String document, String reason) {
        assertThatThrownBy(() -> read(document.replace("\\n", "\n"), null)).isInstanceOf(FileProblemException.class)
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "headers:\\n  A: 'Bearer ${MISSING_TOKEN}'|x.yaml:2: ${MISSING_TOKEN} is not set",
        "credentials: {other: '${GIVEN_TOKEN}'}|the document has no security scheme other; it has key",
        "tags: [a]\\ntimeout: soon|x.yaml:2: timeout must be a duration",
        "timeout: 1s\\ntags: ['{{env:HOME}}']|x.yaml:2: tags: a tag must not be empty or contain , & ? # % { or }, got {{env:HOME}}",
        "tags: ['x&argSchema=file:/etc/passwd']|x.yaml:1: tags: a tag must not be empty or contain , & ? # % { or }, got x&argSchema",
        "tags: [a, '#bean']|x.yaml:1: tags: a tag must not be empty or contain , & ? # % { or }, got #bean",
        "tags: [~]|x.yaml:1: tags: a tag must not be empty or contain , & ? # % { or }, got null",
        "expose:\\n  prefix: 'a b'|x.yaml:2: expose.prefix must be",
        "server: 'ftp://x'|server must be http:// or https://",
        "tags: []\\nexpose: {tools: {a: 1}}|x.yaml:2: expose.tools has a value of the wrong kind",
        "tags: []\\nserver: [|x.yaml:2:"})
    void refusedSettingsNameTheLine(String settings, String reason) {
        assertThatThrownBy(() -> read(BEGIN + "paths: {}\ncomponents: {securitySchemes: {key: {type: http, scheme: basic}}}",
                settings.replace("\\n", "\n")))
                .isInstanceOf(FileProblemException.class).hasMessageContaining(reason).message().doesNotContain("given");
    }

    @Test
    void tooLargeDocumentIsRefused() {
        assertThatThrownBy(() -> read(BEGIN + "paths: {}\nx: " + "y".repeat(1_000_000), null))
                .hasMessageContaining("caravan.apis.max-document");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "get: {operationId: bad, security: [{key: []}]}|needs credentials that are not given: key",
        "get: {operationId: bad, servers: [{url: 'https://uploads.example.com'}]}|its server is https://uploads.example.com",
        "get: {operationId: bad, parameters: [{$ref: '#/components/parameters/None'}]}|a parameter has no name",
        "get: {operationId: bad, parameters: [{$ref: '#/components/parameters/Loop'}]}|a parameter has no name",
        "get: {operationId: bad, parameters: [{name: q, in: query, schema: {$ref: '#/components/schemas/None'}}]}|has no target",
        "post: {operationId: bad, requestBody: {$ref: '#/components/requestBodies/None'}}|request body is a reference",
        "$ref: 'https://evil.example.com/item.yaml'|/bad: its $ref has no target in the document",
        "get: {operationId: bad, parameters: [{$ref: './common.yaml#/A'}]}|a reference without a target",
        "get: {operationId: bad, parameters: [{name: q, in: query, schema: {$ref: './common.yaml#/A'}}]}|./common.yaml#/A",
        "get: {operationId: good}|its id good is already used by another operation; change operationId in the document"})
    void invalidOperationIsRefusedAlone(String operation, String reason) throws Exception {
        OfferedApi api = read(BEGIN + "paths:\n  /good: {get: {operationId: good}}\n  /bad: {" + operation
                + "}\n  /bad/{id}: {get: {operationId: unnamed}}\n"
                + "components: {securitySchemes: {key: {type: apiKey, in: header, name: X}}, parameters: {Loop: {$ref: "
                + "'#/components/parameters/Loop'}}}",
                null);

        assertThat(api.tools()).containsOnlyKeys("good");
        assertThat(api.refused().values()).anyMatch(why -> why.contains(reason))
                .anyMatch(why -> why.contains("the path has {id}, which is no parameter"));
    }

    @Test
    void overrideOfAnUnknownOperationIsReported() throws Exception {
        OfferedApi api = read(BEGIN.replace("3.0.3", "3.0") + "paths: {/a: {get: {operationId: a}}}",
                "expose: {override: {b: {title: B}}}");

        assertThat(api.tools()).containsOnlyKeys("a");
        assertThat(api.refused().get("b")).contains("x.yaml: expose.override: the document has no operation b");
    }

    @Test
    void cyclesOfSchemasAreCut() throws Exception {
        OfferedApi api = read(BEGIN + """
                paths:
                  /a: {post: {operationId: a, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Node'}}}}}}
                components:
                  schemas:
                    Node: {type: object, properties: {next: {$ref: '#/components/schemas/Node'}, self: {$ref: '#/components/schemas/Self'}}}
                    Self: {$ref: '#/components/schemas/Self'}
                """, null);

        assertThat(api.refused()).isEmpty();
        assertThat(api.tools().get("a").tool().definition().toString()).doesNotContain("$ref").hasSizeLessThan(2_000);
    }

    @Test
    void unsupportedPatternsAndLongNamesAreAccepted() throws Exception {
        OfferedApi api = read(BEGIN + "paths:\n  /a: {get: {operationId: " + "very-long/".repeat(9)
                + ", parameters: [{name: q, in: query, schema: {type: string, pattern: '^(?=a)'}}]}}", "expose: {prefix: p_}");

        assertThat(api.refused()).isEmpty();
        assertThat(api.tools().values().iterator().next().tool().name()).startsWith("p_very-long_").hasSize(64);
    }

    @Test
    void documentSelectsTheCredentials() throws Exception {
        OfferedApi api = read(BEGIN + """
                security: [{basic: []}, {query: []}]
                paths:
                  /a: {get: {operationId: a}}
                  /b: {get: {operationId: b, security: []}}
                  /c: {get: {operationId: c, security: [{oauth: [x]}, {}]}}
                  /d: {get: {operationId: d, security: [{odd: []}]}}
                components:
                  securitySchemes: {basic: {type: http, scheme: basic}, query: {type: apiKey, in: query, name: k}, oauth: {type: oauth2}, \
                odd: {type: apiKey, in: header, name: "X\\r\\nY"}}
                """, "credentials: {query: '${GIVEN_TOKEN}', odd: value}");

        assertThat(api.tools().get("a").credentials()).containsExactly(new ApiCredentials.Applied("query", "k", "given"));
        assertThat(api.tools().get("b").credentials()).isEmpty();
        assertThat(api.tools().get("c").credentials()).isEmpty();
        assertThat(api.refused()).as("its header would end another header").containsOnlyKeys("d");
    }
}
