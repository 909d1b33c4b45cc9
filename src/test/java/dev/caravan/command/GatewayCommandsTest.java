package dev.caravan.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code tools}, {@code call} and {@code state} ask a running gateway. */
@Tag("full")
class GatewayCommandsTest {

    private static final String KEY = "a-key-of-the-command-line";
    private static final String ROWS = """
            - route:
                id: rows
                from:
                  uri: ai-tool:rows
                  parameters:
                    description: Returns two rows. This is a second sentence.
                    argSchema: '{"type":"object","properties":{"code":{"type":"string"},"limit":{"type":"integer"},
                      "tags":{"type":"array"},"text":{"type":["string","null"]}}}'
                  steps:
                    - setBody:
                        simple: '[{"id":1,"name":"\u4e2d","code":"${header.code}"},{"id":22,"name":null,"code":"${header.limit}"}]'
                    - unmarshal: {json: {}}
            """;
    private static final String FAILS = """
            - route:
                id: fails
                from: {uri: "ai-tool:fails?description=Fails", steps: [{throwException: {exceptionType: java.lang.IllegalStateException,
                  message: no}}]}
            """;

    private static OwnGateway gateway;

    @BeforeAll
    static void start() {
        gateway = OwnGateway.withEntries().apiKey("cli", KEY, "tools:read,tools:call").file("rows", ROWS).file("fails", FAILS)
                .tool("hello", "own", "Hello").start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    private static CommandRun run(String... arguments) {
        return CommandRun.of(Stream.concat(Stream.of(arguments),
                Stream.of("--url", "http://127.0.0.1:" + gateway.port(), "--key", KEY)).toArray(String[]::new));
    }

    @Test
    void toolsAreListed() {
        assertThat(run("tools").out().lines()).anyMatch(line -> line.matches("NAME +DESCRIPTION"))
                .anyMatch(line -> line.matches("rows +Returns two rows\\.")).anyMatch(line -> line.matches("hello +A tool"));
        assertThat(McpClient.object("{\"all\":" + run("tools", "--json").out() + "}").get("all"))
                .extracting(tool -> tool.get("name").asText()).contains("rows", "fails");
    }

    @Test
    void argumentsHaveTheTypesOfTheTool() {
        CommandRun run = run("call", "rows", "code=007", "limit=5", "tags=[\"a b\"]", "text=true");

        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines().map(line -> line.strip().replaceAll(" {2,}", "|")))
                .containsExactly("id|name|code", "1|\u4e2d|007", "22|null|5");
        assertThat(run.code()).isZero();
        assertThat(run("call", "rows", "{\"code\":\"007\",\"limit\":5}").out()).isEqualTo(run("call", "rows", "code=007", "limit=5").out());
        assertThat(run("call", "hello").out()).isEqualTo("Hello\n");
        assertThat(McpClient.object(run("call", "hello", "--json").out()).at("/structuredContent/data").asText()).isEqualTo("Hello");
    }

    @Test
    void aCallThatFailsIsTold() {
        assertThat(run("call", "rows", "limit=many")).returns(1, CommandRun::code).returns("", CommandRun::out)
                .satisfies(run -> assertThat(run.err()).contains("limit").hasLineCount(1));
        assertThat(run("call", "fails")).returns(1, CommandRun::code)
                .satisfies(run -> assertThat(run.err()).startsWith("INTERNAL_ERROR: "));
        assertThat(run("call", "rowz")).returns(1, CommandRun::code).satisfies(run -> assertThat(run.err()).contains("rowz"));
        for (String wrong : List.of("limit", "{broken", "limit=1 limit=2")) {
            CommandRun run = run(Stream.concat(Stream.of("call", "rows"), Stream.of(wrong.split(" "))).toArray(String[]::new));
            assertThat(run.code()).as(wrong).isEqualTo(2);
            assertThat(run.err()).as(wrong).containsAnyOf("is neither KEY=VALUE nor a JSON object", "are no JSON", "is given twice");
        }
        assertThat(run("call")).returns(2, CommandRun::code).satisfies(run -> assertThat(run.err()).contains("NAME"));
    }

    @Test
    void theStateIsTold() {
        CommandRun run = run("state");

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).containsPattern("WHAT +NAME +STATE").containsPattern("routes +\\d+ serve");
        assertThat(run.code()).isZero();
        assertThat(McpClient.object(run("state", "--json").out()).get("routes").asInt()).isPositive();
    }

    @Test
    void aGatewayThatIsNotThereIsTold() {
        String there = "http://127.0.0.1:" + gateway.port();
        String settings = "--caravan.http.port=" + gateway.port();

        assertThat(CommandRun.of("tools", "--url", "http://127.0.0.1:1").err())
                .isEqualTo("No gateway answers at http://127.0.0.1:1/mcp. Start it with caravan, or name another by --url\n");
        assertThat(CommandRun.of("tools", settings).err())
                .isEqualTo(there + "/mcp needs a right key, by --key or the variable CARAVAN_KEY\n");
        assertThat(CommandRun.of("tools", "--key", KEY, "--port", "" + gateway.port()).code()).isZero();
        assertThat(CommandRun.of("tools", "--key", KEY, "--url", there + "/nowhere").err()).contains(there + "/nowhere").contains("404");
        assertThat(CommandRun.of("tools", "--url", "127.0.0.1:1")).returns(2, CommandRun::code);
        assertThat(CommandRun.of("state", "--url", "http://127.0.0.1:1").code()).isEqualTo(1);
    }
}
