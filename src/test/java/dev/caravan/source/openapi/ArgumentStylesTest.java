package dev.caravan.source.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every style of OpenAPI's parameters. The values of color are those of the specification's own table (3.1.1, style examples). */
@Tag("full")
class ArgumentStylesTest extends ApiGateways {

    private static final String ARRAY = "[\"blue\",\"black\",\"brown\"]";
    private static final String OBJECT = "{\"R\":100,\"G\":200,\"B\":150}";
    private static final String NULLS = "[null,\"a\",null]";
    private static final String NESTED = "[{\"field\":\"age\",\"op\":\">\"},[1,null]]";

    /** Place, style, explode, value, and what is sent: the path, the query, the header or the cookies. */
    private static final String[][] CASES = {
        {"path", "matrix", "false", "\"blue\"", ";color=blue"},
        {"path", "matrix", "false", ARRAY, ";color=blue,black,brown"},
        {"path", "matrix", "false", OBJECT, ";color=R,100,G,200,B,150"},
        {"path", "matrix", "true", "\"blue\"", ";color=blue"},
        {"path", "matrix", "true", ARRAY, ";color=blue;color=black;color=brown"},
        {"path", "matrix", "true", OBJECT, ";R=100;G=200;B=150"},
        {"path", "label", "false", "\"blue\"", ".blue"},
        {"path", "label", "false", ARRAY, ".blue,black,brown"},
        {"path", "label", "false", OBJECT, ".R,100,G,200,B,150"},
        {"path", "label", "true", ARRAY, ".blue.black.brown"},
        {"path", "label", "true", OBJECT, ".R=100.G=200.B=150"},
        {"path", "simple", "false", "\"blue\"", "blue"},
        {"path", "simple", "false", ARRAY, "blue,black,brown"},
        {"path", "simple", "false", OBJECT, "R,100,G,200,B,150"},
        {"path", "simple", "true", ARRAY, "blue,black,brown"},
        {"path", "simple", "true", OBJECT, "R=100,G=200,B=150"},
        {"path", "simple", "false", NULLS, "a"},
        {"path", "simple", "false", "[[\"a\"],{\"b\":null}]", "%5B%22a%22%5D,%7B%22b%22%3Anull%7D"},
        {"path", "content", "false", "{\"a\":[1,null]}", "%7B%22a%22%3A%5B1%2Cnull%5D%7D"},
        {"header", "simple", "false", "\"blue\"", "blue"},
        {"header", "simple", "false", ARRAY, "blue,black,brown"},
        {"header", "simple", "false", OBJECT, "R,100,G,200,B,150"},
        {"header", "simple", "true", OBJECT, "R=100,G=200,B=150"},
        {"header", "simple", "false", NULLS, "a"},
        {"header", "simple", "false", NESTED, "{\"field\":\"age\",\"op\":\">\"},[1,null]"},
        {"header", "simple", "false", "[null]", "null"},
        {"header", "content", "false", "{\"a\":[1,null]}", "{\"a\":[1,null]}"},
        {"query", "form", "false", "\"blue\"", "color=blue"},
        {"query", "form", "false", ARRAY, "color=blue,black,brown"},
        {"query", "form", "false", OBJECT, "color=R,100,G,200,B,150"},
        {"query", "form", "true", "\"\"", "color="},
        {"query", "form", "true", ARRAY, "color=blue&color=black&color=brown"},
        {"query", "form", "true", OBJECT, "R=100&G=200&B=150"},
        {"query", "form", "true", "{\"a\":null,\"b\":{\"c\":null}}", "b=%7B%22c%22%3Anull%7D"},
        {"query", "form", "true", NULLS, "color=a"},
        {"query", "form", "false", NULLS, "color=a"},
        {"query", "form", "false", "[\"a,b\",\"c\"]", "color=a%2Cb,c"},
        {"query", "form", "true", NESTED, "color=%7B%22field%22%3A%22age%22%2C%22op%22%3A%22%3E%22%7D&color=%5B1%2Cnull%5D"},
        {"query", "form", "true", "null", "null"},
        {"query", "form", "true", "[]", "null"},
        {"query", "form", "false", "[null]", "null"},
        {"query", "form", "true", "[100000000000000000000000, 0.10, true]", "color=100000000000000000000000&color=0.1&color=true"},
        {"query", "spaceDelimited", "false", ARRAY, "color=blue%20black%20brown"},
        {"query", "spaceDelimited", "false", OBJECT, "color=R%20100%20G%20200%20B%20150"},
        {"query", "pipeDelimited", "false", ARRAY, "color=blue%7Cblack%7Cbrown"},
        {"query", "pipeDelimited", "false", OBJECT, "color=R%7C100%7CG%7C200%7CB%7C150"},
        {"query", "deepObject", "true", OBJECT, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"},
        {"query", "deepObject", "true", "[\"x\"]", "color%5B0%5D=x"},
        {"query", "deepObject", "true", "[null,{\"a\":[\"y\",null],\"b\":null}]", "color%5B0%5D%5Ba%5D%5B0%5D=y"},
        {"query", "deepObject", "true", "7", "color=7"},
        {"query", "content", "true", "[null]", "color=%5Bnull%5D"},
        {"cookie", "form", "false", "\"blue\"", "color=blue"},
        {"cookie", "form", "false", ARRAY, "color=blue%2Cblack%2Cbrown"}, // a cookie's value can't have a comma (RFC 6265)
        {"cookie", "form", "true", OBJECT, "R=100; G=200; B=150"},
        {"cookie", "form", "false", NULLS, "color=a"},
        {"cookie", "allowReserved", "false", "\"a;admin=1\"", "color=a%3Badmin%3D1"}, // it would be a second cookie
        {"cookie", "content", "false", "{\"a\":null}", "color=%7B%22a%22%3Anull%7D"},
    };

    @Test
    void everyStyleWritesWhatTheSpecificationSays() {
        save("styles.openapi.yaml", "openapi: 3.1.0\ninfo: {title: t, version: '1'}\nservers: [{url: 'URL'}]\npaths:\n" + paths());
        start("path_matrix_false");

        Map<String, String> differences = new LinkedHashMap<>();
        for (String[] each : CASES) {
            call(id(each), "{\"color\":" + each[3] + "}");
            String sent = sent(each[0], server.only());
            if (!each[4].equals(sent)) {
                differences.put(String.join(" ", each), sent);
            }
        }
        assertThat(differences).isEmpty();
        for (String empty : new String[] {"[]", "[null]", "{}", "\"\""}) {
            assertThat(call("path_matrix_true", "{\"color\":" + empty + "}").at("/error/code").asText()).as(empty)
                    .isEqualTo("INVALID_ARGUMENT");
        }
        assertThat(server.isUntouched()).isTrue();
    }

    private static String paths() {
        Set<String> paths = new LinkedHashSet<>();
        for (String[] each : CASES) {
            String parameter = each[1].equals("content") ? "content: {application/json: {schema: {}}}"
                    : each[1].equals("allowReserved") ? "allowReserved: true, schema: {}"
                    : "style: " + each[1] + ", explode: " + each[2] + ", schema: {}";
            paths.add("  /" + id(each) + (each[0].equals("path") ? "/{color}" : "") + ":\n    get:\n      operationId: " + id(each)
                    + "\n      parameters: [{name: color, in: " + each[0] + ", "
                    + (each[0].equals("path") ? "required: true, " : "") + parameter + "}]\n      responses: {}\n");
        }
        return String.join("", paths);
    }

    private static String id(String[] each) {
        return each[0] + "_" + each[1] + "_" + each[2];
    }

    private static String sent(String in, ApiServer.Received received) {
        List<String> target = new ArrayList<>(List.of(received.target().split("\\?", 2)));
        return String.valueOf(switch (in) {
            case "path" -> target.get(0).substring(target.get(0).lastIndexOf('/') + 1);
            case "query" -> target.size() > 1 ? target.get(1) : null;
            default -> received.headers().get(in.equals("header") ? "color" : "cookie");
        });
    }
}
