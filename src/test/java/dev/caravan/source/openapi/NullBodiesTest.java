package dev.caravan.source.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A null in a request body is sent where the document allows it, and refused where not. */
@Tag("full")
class NullBodiesTest extends ApiGateways {

    private static final String DOCUMENT = """
            openapi: VERSION
            info: {title: t, version: '1'}
            servers: [{url: 'URL'}]
            paths:
              /things:
                put:
                  operationId: put
                  requestBody:
                    required: true
                    content:
                      application/json:
                        schema:
                          type: object
                          required: [owner]
                          properties:
                            name: {type: string}
                            shared_link: {type: object, nullable: true, description: Set this to null to remove the shared link., \
            properties: {access: {type: string}}}
                            owner: {nullable: true, allOf: [{$ref: '#/components/schemas/User'}]}
                            reviewer: {$ref: '#/components/schemas/User', nullable: true}
                            colour: {enum: [red, green], nullable: true}
                            kind: {type: string, enum: [a, b], nullable: true}
                            choice: {oneOf: [{type: string}, {type: integer}], nullable: true}
                            parent: {type: object, properties: {name: {type: string}, note: {type: string, nullable: true}}}
                            tags: {type: array, items: {type: string, nullable: true}}
                            plain: {$ref: '#/components/schemas/User'}
                  responses: {}
              /whole:
                put:
                  operationId: whole
                  requestBody: {required: true, content: {application/json: {schema: {nullable: true, allOf: [{$ref: \
            '#/components/schemas/User'}]}}}}
                  responses: {}
              /optional:
                put:
                  operationId: optional
                  parameters: [{name: page, in: query, schema: {type: integer}}]
                  requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}
                  responses: {}
            components:
              schemas:
                User: {type: object, required: [id], properties: {id: {type: string}}}
            """;

    @Test
    void aNullIsSentWhereTheDocumentAllowsIt() {
        save("things.openapi.yaml", DOCUMENT.replace("VERSION", "3.0.3"));
        start("put");

        for (String body : new String[]{"{\"name\":\"a\",\"shared_link\":null,\"owner\":null}",
            "{\"owner\":null,\"reviewer\":null,\"colour\":null,\"kind\":null,\"choice\":null}",
            "{\"owner\":{\"id\":\"1\"},\"parent\":{\"note\":null},\"tags\":[\"a\",null]}", "{\"owner\":null,\"parent\":{}}",
            "{\"owner\":null,\"free\":{\"deep\":[null]}}"}) {
            call("put", "{\"body\":" + body + "}");
            assertThat(server.only().body()).isEqualTo(body);
        }
        call("whole", "{\"body\":null}");
        assertThat(server.only().body()).isEqualTo("null");
        call("optional", "{\"body\":null,\"page\":null}");
        ApiServer.Received none = server.only();
        assertThat(none.target() + " " + none.body()).isEqualTo("/optional ");
    }

    @Test
    void aNullIsRefusedWhereTheDocumentDoesNotAllowIt() {
        save("things.openapi.yaml", DOCUMENT.replace("VERSION", "3.0.3"));
        start("put");

        for (String body : new String[]{"{\"owner\":null,\"name\":null}", "{\"owner\":null,\"parent\":{\"name\":null}}",
            "{\"owner\":null,\"parent\":null}", "{\"owner\":null,\"plain\":null}",
            "{\"owner\":{\"id\":null}}", "{\"owner\":{}}", "{\"owner\":null,\"colour\":\"blue\"}", "{\"owner\":null,\"tags\":null}",
            "null"}) {
            assertThat(call("put", "{\"body\":" + body + "}").at("/error/code").asText()).as(body).isEqualTo("INVALID_ARGUMENT");
        }
        assertThat(server.isUntouched()).isTrue();
    }
}
