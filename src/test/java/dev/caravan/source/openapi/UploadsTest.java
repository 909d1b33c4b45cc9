package dev.caravan.source.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Files of forms, in every spelling of OpenAPI. */
@Tag("full")
class UploadsTest extends ApiGateways {

    @Test
    void everySpellingOfAFileIsAFile() {
        save("t.openapi.yaml", """
            openapi: 3.1.0
            info: {title: t, version: '1'}
            servers: [{url: 'URL'}]
            paths:
              /a:
                post:
                  operationId: up
                  requestBody:
                    content:
                      multipart/form-data:
                        schema:
                          type: object
                          properties:
                            plain: {type: string, format: binary}
                            optional: {anyOf: [{type: string, format: binary}, {type: 'null'}]}
                            nullable: {type: [string, 'null'], format: binary}
                            all: {allOf: [{$ref: '#/components/schemas/File'}], description: d}
                            one: {oneOf: [{$ref: '#/components/schemas/File'}, {type: array, items: {$ref: '#/components/schemas/File'}}]}
                            list: {type: array, items: {anyOf: [{$ref: '#/components/schemas/File'}]}}
                            media: {type: string, contentMediaType: image/png}
                            octets: {contentMediaType: application/octet-stream}
                            picture: {type: string, format: binary}
                            note: {anyOf: [{type: string}, {type: 'null'}]}
                            settings: {type: object}
                            table: {type: string}
                        encoding:
                          picture: {contentType: 'image/png, image/jpeg'}
                          settings: {contentType: application/vnd.a+json}
                          table: {contentType: text/csv}
                  responses: {}
            components: {schemas: {File: {type: string, format: binary}}}
            """);
        start("up");

        for (String name : new String[] {"plain", "optional", "nullable", "all", "one", "media", "octets"}) {
            assertThat(sent(name, "\"AAEC/w==\"")).as(name).contains("name=\"" + name + "\"; filename=\"" + name)
                    .contains("\r\n\r\n\0\1\2\u00ff\r\n");
        }
        for (String name : new String[] {"one", "list"}) {
            assertThat(sent(name, "[\"AAEC/w==\",\"AA==\"]")).as(name).contains("\r\n\r\n\0\1\2\u00ff\r\n", "\r\n\r\n\0\r\n");
        }
        assertThat(sent("media", "\"AA==\"")).contains("filename=\"media.png\"\r\nContent-Type: image/png\r\n");
        assertThat(sent("picture", "\"AA==\"")).contains("filename=\"picture.png\"\r\nContent-Type: image/png\r\n");
        assertThat(sent("settings", "{\"a\":1}")).contains("Content-Type: application/vnd.a+json\r\n\r\n{\"a\":1}\r\n");
        assertThat(sent("table", "\"a,b\"")).contains("Content-Type: text/csv").contains("\r\n\r\na,b\r\n");
        assertThat(sent("note", "\"AAEC\"")).contains("name=\"note\"\r\n").contains("\r\n\r\nAAEC\r\n");
        assertThat(sent("optional", "null")).doesNotContain("name=\"optional\"");
    }

    private String sent(String member, String value) {
        call("up", "{\"body\":{\"" + member + "\":" + value + "}}");
        return server.only().body();
    }
}
