package dev.caravan.source.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Documents as others write them: fragments in paths, several media types, YAML 1.2, references behind references. */
@Tag("full")
class DocumentKindsTest extends ApiGateways {

    private static final String HEAD = "openapi: 3.0.3\ninfo: {title: t, version: '1'}\nservers: [{url: 'URL'}]\npaths:\n";

    @Test
    void aFragmentOfAPathIsNotSent() {
        save("t.openapi.yaml", HEAD + """
              /files/{id}#add_classification:
                post: {operationId: add, parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {}}
              /files#update?x=1:
                put: {operationId: update, parameters: [{name: q, in: query, schema: {type: string}}], responses: {}}
            """);
        start("add");

        call("add", "{\"id\":\"a#b\"}");
        assertThat(server.only().target()).isEqualTo("/files/a%23b");
        call("update", "{\"q\":\"#\"}");
        assertThat(server.only().target()).isEqualTo("/files?q=%23");
    }

    @Test
    void aPatchIsWrittenByTheTypeThatFitsTheValue() {
        save("t.openapi.yaml", HEAD + """
              /a:
                patch:
                  operationId: patch
                  requestBody: {content: {application/json-patch+json: {schema: {type: array, items: {type: object}}}, \
            application/merge-patch+json: {schema: {type: object}}, application/strategic-merge-patch+json: {schema: {type: object}}}}
                  responses: {}
              /b:
                patch:
                  operationId: both
                  requestBody: {content: {application/json-patch+json: {schema: {}}, application/json: {schema: {}}}}
                  responses: {}
              /c:
                patch:
                  operationId: only
                  requestBody: {content: {application/json-patch+json: {schema: {}}}}
                  responses: {}
            """);
        start("patch");

        assertThat(type("patch", "{\"a\":1}")).isEqualTo("application/merge-patch+json");
        assertThat(type("patch", "[{\"op\":\"remove\",\"path\":\"/a\"}]")).isEqualTo("application/json-patch+json");
        assertThat(type("both", "{\"a\":1}")).isEqualTo("application/json");
        assertThat(type("both", "[{\"op\":\"remove\",\"path\":\"/a\"}]")).isEqualTo("application/json-patch+json");
        assertThat(type("only", "[]")).isEqualTo("application/json-patch+json");
    }

    private String type(String tool, String body) {
        call(tool, "{\"body\":" + body + "}");
        return server.only().headers().get("content-type");
    }

    @Test
    void yamlIsReadAsVersion12() {
        save("t.openapi.yaml", HEAD + """
              /a:
                get:
                  operationId: get
                  parameters:
                  - {name: country, in: query, schema: {type: string, enum: [SE, NO, DK, y, n, On, off, 12:30, 1_000, 0o7, 010, 0x1F]}}
                  - {name: yes, in: query, schema: {type: string, default: no}}
                  - {name: n, in: query, schema: {type: integer, default: 0o7, maximum: 0x1F, minimum: -0}}
                  - {name: d, in: query, schema: {type: string, default: 2024-01-01, example: ~}}
                  - {name: b, in: query, schema: {type: boolean, default: True}}
                  responses: {}
            """);
        start("get");

        JsonNode properties = tools().get("get").at("/inputSchema/properties");
        assertThat(properties.fieldNames()).toIterable().containsExactly("country", "yes", "n", "d", "b");
        assertThat(properties.at("/country/enum").toString())
                .isEqualTo("[\"SE\",\"NO\",\"DK\",\"y\",\"n\",\"On\",\"off\",\"12:30\",\"1_000\",7,10,31]");
        assertThat(properties.at("/n").toString()).isEqualTo("{\"type\":\"integer\",\"default\":7,\"maximum\":31,\"minimum\":0}");
        call("get", "{\"country\":\"NO\"}");
        assertThat(server.only().target()).isEqualTo("/a?country=NO&yes=no&n=7&d=2024-01-01&b=true");
    }

    @Test
    void validCallsBehindManyReferencesPassAndWrongOnesDoNot() {
        save("t.openapi.yaml", HEAD + """
              /a:
                post:
                  operationId: post
                  requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}
                  responses: {}
            components:
              schemas:
                A: {type: object, properties: {b: {$ref: '#/components/schemas/B'}}}
                B: {type: object, properties: {c: {$ref: '#/components/schemas/C'}}}
                C: {type: object, properties: {model: {$ref: '#/components/schemas/D'}, input: {$ref: '#/components/schemas/F'}, \
            tree: {$ref: '#/components/schemas/T'}}}
                D: {anyOf: [{type: string}, {$ref: '#/components/schemas/E'}]}
                E: {type: string, enum: [gpt-4o, o1]}
                F: {oneOf: [{$ref: '#/components/schemas/G'}, {$ref: '#/components/schemas/H'}]}
                G: {type: object, required: [g], properties: {g: {$ref: '#/components/schemas/E'}}}
                H: {type: object, required: [h], properties: {h: {type: integer}}}
                T: {type: object, properties: {n: {type: integer}, kids: {type: array, items: {$ref: '#/components/schemas/T'}}}}
            """);
        start("post");

        for (String good : new String[] {"{\"model\":\"gpt-4o\"}", "{\"input\":{\"g\":\"o1\"}}", "{\"input\":{\"h\":1}}",
            "{\"tree\":{\"n\":1,\"kids\":[{\"kids\":[{\"kids\":[{\"n\":2}]}]}]}}"}) {
            assertThat(call("post", "{\"body\":{\"b\":{\"c\":" + good + "}}}").at("/data/ok").asBoolean()).as(good).isTrue();
            assertThat(server.only().body()).isEqualTo("{\"b\":{\"c\":" + good + "}}");
        }
        for (String bad : new String[] {"{\"model\":7}", "{\"input\":{\"g\":\"other\"}}", "{\"input\":{}}", "{\"input\":{\"h\":\"x\"}}",
            "{\"tree\":{\"kids\":[{\"kids\":[{\"kids\":[{\"n\":\"x\"}]}]}]}}"}) {
            assertThat(call("post", "{\"body\":{\"b\":{\"c\":" + bad + "}}}").at("/error/code").asText()).as(bad)
                    .isEqualTo("INVALID_ARGUMENT");
        }
        assertThat(server.isUntouched()).isTrue();
    }
}
