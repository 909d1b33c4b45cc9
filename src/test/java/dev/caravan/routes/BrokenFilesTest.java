package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.caravan.GatewayTest;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;

/** Every mistake surfaces before it touches a running route, and says where it is. */
class BrokenFilesTest extends GatewayTest {

    @Autowired
    private CamelContext context;

    @Autowired
    private RouteChecks checks;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "``|0|the file is empty",
        "route: {id: x}|1|a routes file is a list",
        "- route: {id: x|1|expected",
        "-\troute:|1|cannot start any token",
        "- route: {from: {uri: 'direct:t', steps: []}}|1|needs an id",
        "- from: {uri: 'direct:t'}|1|not from",
        "- rest: {}|1|not rest",
        "- route: {id: a, from: {uri: 'direct:t', steps: [{log: x}]}}\\n- route: {id: a, from: {uri: 'direct:u', steps: [{log: x}]}}|2|"
                + "twice",
        "- route: {id: a, from: {uri: 'direct:t', steps: [{logg: x}]}}|1|Unknown node id: logg",
        "- route: {id: a, from: {uri: 'direct:t', steps: [{log: {mesage: x}}]}}|1|Unsupported field: mesage",
        "- route: {id: a, from: {uri: 'nosuch:t', steps: [{log: x}]}}|1|nosuch",
        "- route: {id: a, from: {uri: 'direct:t', steps: [{to: 'nosuch:t'}]}}|1|nosuch",
        "- route:\\n    id: a\\n    from:\\n      uri: aitool:b\\n      steps: [{log: x}]|4|"
                + "there is no component aitool. Nearest: ai-tool",
        "- route:\\n    id: a\\n    from:\\n      uri: direct:t\\n      steps:\\n        - to:\\n            uri: htp:x|7|"
                + "there is no component htp. Nearest: ",
        "- route:\\n    id: a\\n    from:\\n      uri: direct:t\\n      steps:\\n        - to: direct:mpc|6|"
                + "no route consumes from direct:mpc. Nearest: direct:mcp",
        "- route: {id: a, from: {uri: 'direct:t', steps: [{toD: {uri: 'direct:cal'}}]}}|1|Nearest: direct:call",
        "- route: {id: a, from: {uri: 'direct:t', steps: [{enrich: {constant: 'direct:cal'}}]}}|1|Nearest: direct:call",
        "- route: {id: a, from: {uri: 'direct:t', steps: [{choice: {when: [{simple: 'true', steps: [{to: 'direct:cal?timeout=5'}]}]}}]}}|1|"
                + "Nearest: direct:call",
        "- route: {id: a, from: {uri: 'direct:t', steps: [{to: 'lacking:t'}]}}|0|NoClassDefFoundError: org/example/Missing",
        "- route: {id: a, from: {uri: 'seda:t?sizee=5', steps: [{log: x}]}}|1|sizee",
        "- route: {id: a, from: {uri: 'direct:t', steps: [{process: {ref: nobody}}]}}|1|nobody",
        "- route: {id: a, from: {uri: 'direct:t', steps: [{bean: {ref: nobody}}]}}|1|nobody",
        "- route: {id: a, from: {uri: 'direct:t', steps: [{setBody: {simple: '${bodyy}'}}]}}|1|bodyy",
        "- route: {id: a, from: {uri: 'direct:{{no.such.key}}', steps: [{log: x}]}}|1|no.such.key",
        "- route: {id: a, routeConfigurationId: none-such, from: {uri: 'direct:t', steps: [{log: x}]}}|1|none-such",
        "- route: {id: mcp-batch, from: {uri: 'direct:t', steps: [{log: x}]}}|1|is taken by routes/entry/mcp.camel.yaml",
        "- route: {id: a, from: {uri: 'direct:mcp', steps: [{log: x}]}}|1|already consumed from by route entry-mcp",
        "- route: {id: a, from: {uri: 'ai-tool:mongo_find_all', steps: [{log: x}]}}|1|already consumed from by route mongo_find_all",
        "- route: {id: a, from: {uri: 'ai-tool:b c', steps: [{log: x}]}}|1|Tool name",
        "- route: {id: a, from: {uri: 'ai-tool:b', parameters: {argSchema: 'file:nowhere.json'}, steps: [{log: x}]}}|1|nowhere.json",
        "- route: {id: a, from: {uri: 'direct:t', steps: [{log: x}]}}\\n- route: {id: b, from: {uri: 'direct:t', steps: [{log: x}]}}|1|"
                + "already consumed from by route b",
        "- route: {id: a, from: {uri: 'ai-tool:b', parameters: {meta: 'ui'}, steps: [{log: x}]}}|1|meta is not JSON",
        "- route: {id: a, from: {uri: 'ai-resource:b', steps: [{log: x}]}}|1|resourceUri or uriTemplate is missing",
        "- route: {id: a, from: {uri: 'ai-resource:b', parameters: {resourceUri: 'b.txt'}, steps: [{log: x}]}}|1|must be an absolute URI",
        "- route: {id: a, from: {uri: 'ai-resource:b', parameters: {resourceUri: 'x:b', mimeType: 'html'}, steps: [{log: x}]}}|1|must be "
                + "type/subtype",
        "- route: {id: a, from: {uri: 'ai-resource:b', parameters: {resourceUri: 'x:b', meta: '[]'}, steps: [{log: x}]}}|1|meta must be a "
                + "JSON object",
        "- route: {id: a, from: {uri: 'ai-resource:b', parameters: {resourceUri: 'ui://caravan/chart'}, steps: [{log: x}]}}|1|already "
                + "consumed from by route chart-app",
        "- route: {id: a, from: {uri: 'ai-resource:b?resourceUri=ui://caravan/chart', steps: [{log: x}]}}|1|already consumed from by "
                + "route chart-app",
        "- templatedRoute: {routeTemplateRef: none-such, routeId: a}|0|none-such"})
    void aMistakeIsToldWithItsPlace(String yaml, int line, String message) throws Exception {
        Map<String, RouteFile> others = repository();

        RouteProblem.Refused thrown = catchThrowableOfType(RouteProblem.Refused.class,
                () -> checks.check(RouteFile.parse("routes/broken.camel.yaml", yaml.replace("\\n", "\n")), others, List.of()));

        assertThat(thrown).as(yaml).isNotNull();
        assertThat(thrown.problem().message()).contains(message);
        assertThat(thrown.problem().line()).isEqualTo(line);
        assertThat(thrown.problem().toString()).doesNotContain("\n");
        assertThat(context.getRoute("a")).isNull();
    }

    @Test
    void foldersThatCannotBeReadNowAreNotEmpty(@TempDir Path folder) throws Exception {
        Path unknown = folder.resolve("x".repeat(300)); // the file system refuses to look for such a name

        assertThatThrownBy(() -> RouteTree.of(unknown)).isInstanceOf(UncheckedIOException.class);
        assertThat(RouteTree.of(folder.resolve("missing")).files()).isEmpty();
    }

    private static Map<String, RouteFile> repository() throws Exception {
        Map<String, RouteFile> files = new java.util.TreeMap<>();
        for (String name : RouteTree.of(Path.of("routes")).files().keySet()) {
            if (RouteTree.isRoutes(name)) {
                files.put(name, RouteFile.parse(name, Files.readString(Path.of(name))));
            }
        }
        return files;
    }
}
