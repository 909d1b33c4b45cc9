package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** A call passes through three routes of at most five steps before and after the tool's own, and the picture of its way has twelve boxes. */
class HotPathTest {

    private static final int STEPS = 5;
    private static final int BOXES = 12;

    @Test
    void entriesHaveAtMostFiveSteps() throws IOException {
        assertThat(path("entry/http.camel.yaml", "entry-http")).containsExactly("to direct:mcp");
        assertThat(path("entry/stdio.camel.yaml", "entry-stdio")).hasSizeLessThanOrEqualTo(STEPS).contains("to direct:mcp");
        assertThat(path("entry/jms.camel.yaml", "entry-jms"))
                .containsExactly("process readJmsMessage", "process admitMessage", "to direct:mcp", "process closeDelivery", "choice");
        assertThat(path("entry/kafka.camel.yaml", "kafka-record")).containsExactly("process admitMessage", "to direct:mcp", "process closeDelivery", "choice");
    }

    @Test
    void theTwoRoutesOfACallHaveAtMostFiveSteps() throws IOException {
        assertThat(path("entry/mcp.camel.yaml", "entry-mcp")).hasSizeLessThanOrEqualTo(STEPS)
                .containsExactly("process readSession", "process admitRequest", "choice", "to direct:call", "process writeReply");
        assertThat(path("call/call.camel.yaml", "call")).hasSizeLessThanOrEqualTo(STEPS).containsExactly("process openCall", "enrich ai-call:run", "filter", "process closeCall");
    }

    @Test
    void thePictureHasTheBoxesThatThePageExplains() throws IOException {
        List<String> picture = found("<text x=\"\\d+\" y=\"\\d+\">(\\d+ [a-zA-Z-]+)", "images/call.svg");
        List<String> page = found("(?m)^ ?(\\d+ [a-zA-Z-]+)", "concepts/architecture.md");

        assertThat(page).hasSize(BOXES);
        assertThat(picture).map(HotPathTest::number).containsExactlyInAnyOrderElementsOf(page.stream().map(HotPathTest::number).toList());
        for (String step : List.of("2 readSession", "3 admitRequest", "5 openCall", "11 closeCall", "12 writeReply")) {
            assertThat(picture).contains(step);
            assertThat(page).contains(step);
        }
    }

    private static int number(String box) {
        return Integer.parseInt(box.substring(0, box.indexOf(' ')));
    }

    private static List<String> found(String pattern, String file) throws IOException {
        return Pattern.compile(pattern).matcher(Files.readString(Path.of("src/site/markdown", file))).results().map((MatchResult match) -> match.group(1)).toList();
    }

    /** The steps that a call of a tool passes in this route, without those of failures. */
    @SuppressWarnings("unchecked")
    private static List<String> path(String file, String id) throws IOException {
        List<Map<String, Map<String, Object>>> items = new Yaml().load(Files.readString(Path.of("routes", file)));
        Map<String, Object> route = items.stream().map(item -> item.get("route")).filter(each -> each != null && id.equals(each.get("id"))).findFirst().orElseThrow();
        List<String> path = new ArrayList<>();
        walk((List<Map<String, Object>>) ((Map<String, Object>) route.get("from")).get("steps"), path);
        return path;
    }

    @SuppressWarnings("unchecked")
    private static void walk(List<Map<String, Object>> steps, List<String> path) {
        for (Map<String, Object> step : steps) {
            step.forEach((kind, given) -> {
                if (kind.equals("doTry")) {
                    walk((List<Map<String, Object>>) ((Map<String, Object>) given).get("steps"), path);
                } else if (kind.equals("choice")) {
                    path.add(kind);
                    List<Map<String, Object>> branches = (List<Map<String, Object>>) ((Map<String, Object>) given).get("when");
                    branches.stream().filter(branch -> branch.get("simple").toString().contains("== 'tools/call'")).limit(1)
                            .forEach(branch -> walk((List<Map<String, Object>>) branch.get("steps"), path));
                } else {
                    path.add((kind + " " + (given instanceof Map<?, ?> options ? options.get(options.containsKey("ref") ? "ref" : "constant") : given)).replace(" null", ""));
                }
            });
        }
    }
}
