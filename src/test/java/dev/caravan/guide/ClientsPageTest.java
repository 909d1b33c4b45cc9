package dev.caravan.guide;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.Needs;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clients of the guide, as its page has them, find the document. */
@Tag("full")
class ClientsPageTest extends GatewayTest {

    private static final Path PAGE = GuidePage.ROOT.resolve("guides/clients.md");
    private static final Path CLIENTS = Path.of("src/test/clients");
    private static final Path FRAMEWORKS = Path.of("src/test/frameworks");
    private static final String KEY = "a-key-of-an-agent";
    private static final String CONTENT = "The capital of China, as clients read it.";
    /** The names of the block that are not in java.lang. */
    private static final List<String> IMPORTS = List.of("io.modelcontextprotocol.client.McpClient",
            "io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport",
            "io.modelcontextprotocol.spec.McpSchema.CallToolRequest", "java.util.Map");

    @TempDir
    private Path folder;

    @BeforeAll
    void document() {
        client.envelope("mongo_save_document", McpClient.object("{\"topic\":\"Beijing\",\"content\":\"" + CONTENT + "\"}"));
    }

    @Test
    void javaClientCompilesAndFindsTheDocument() throws Exception {
        String source = "import " + String.join(";\nimport ", IMPORTS)
                + ";\npublic class Example implements java.util.function.Consumer<java.io.PrintStream> {\n"
                + "public void accept(java.io.PrintStream out) {\n" + block("java").replace("System.out", "out") + "}\n}\n";
        Path file = Files.writeString(folder.resolve("Example.java"), source);
        StringWriter messages = new StringWriter();
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            List<String> options = List.of("-proc:none", "-d", folder.toString(), "-classpath", System.getProperty("java.class.path"));
            assertThat(compiler.getTask(messages, files, null, options, null, files.getJavaFileObjects(file)).call())
                    .as(messages.toString()).isTrue();
        }
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            example(loader).accept(new PrintStream(printed, true, StandardCharsets.UTF_8));
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("ok=true", CONTENT);
    }

    @SuppressWarnings("unchecked")
    private static Consumer<PrintStream> example(ClassLoader loader) throws ReflectiveOperationException {
        return (Consumer<PrintStream>) loader.loadClass("Example").getDeclaredConstructor().newInstance();
    }

    @Tag("nightly")
    @Test
    void typeScriptClientFindsTheDocument() throws Exception {
        Needs.npm(CLIENTS);
        Process node = new ProcessBuilder("node", "--input-type=module", "--eval", block("ts")).directory(CLIENTS.toFile())
                .redirectErrorStream(true).start();
        try {
            // The client keeps its connection, and so the process, open.
            String printed = CompletableFuture.supplyAsync(
                    () -> node.inputReader().lines().takeWhile(line -> !line.equals("}")).collect(Collectors.joining("\n")))
                    .get(120, SECONDS);
            assertThat(printed).contains("ok: true", "items: [ [Object]", "error: null"); // console.log shows three levels
        } finally {
            node.destroyForcibly();
        }
    }

    /** With a key, which the gateway would ask for. */
    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"@ai-sdk/mcp", "@langchain/mcp-adapters", "@openai/agents"})
    void frameworkFindsTheDocument(String library) throws Exception {
        Needs.npm(FRAMEWORKS);
        String tool = RouteYaml.tool("mongo_find_by_topic", "description: d\nparameter.topic: string",
                "- setBody:\n    constant: '{\"items\":[{\"content\":\"" + CONTENT + "\"}]}'\n- unmarshal:\n    json: {}");
        try (OwnGateway gateway = OwnGateway.withEntries().apiKey("agent", KEY, "tools:read,tools:call").file("tool", tool).start()) {
            String script = blocks("js", gateway.port()).filter(block -> block.contains("'" + library + "'")).findFirst().orElseThrow();
            ProcessBuilder builder = new ProcessBuilder("node", "--input-type=module", "--eval", script).directory(FRAMEWORKS.toFile())
                    .redirectErrorStream(true);
            builder.environment().put("KEY", KEY);
            Process node = builder.start();
            try {
                String printed = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(node.waitFor(120, SECONDS)).isTrue();
                assertThat(printed).contains(CONTENT);
                assertThat(node.exitValue()).as(printed).isZero();
            } finally {
                node.destroyForcibly();
            }
        }
        assertThat(version("`" + library + "` ([\\d.]+\\d)", PAGE))
                .isEqualTo(version("\"" + library + "\": \"(.+?)\"", FRAMEWORKS.resolve("package.json")));
    }

    @Test
    void versionsAreThoseOfTheTests() throws IOException {
        assertThat(version("`mcp-json-jackson2` ([\\d.]+\\d)", PAGE))
                .isEqualTo(version("<mcp-sdk\\.version>(.+?)<", Path.of("pom.xml")));
        assertThat(version("`@modelcontextprotocol/client` ([\\d.]+\\d)", PAGE))
                .isEqualTo(version("\"@modelcontextprotocol/client\": \"(.+?)\"", CLIENTS.resolve("package.json")));
    }

    private static String version(String pattern, Path file) throws IOException {
        return Pattern.compile(pattern).matcher(Files.readString(file)).results().findFirst().orElseThrow().group(1);
    }

    private static String block(String language) throws IOException {
        List<String> blocks = blocks(language, port()).toList();
        assertThat(blocks).hasSize(1);
        return blocks.get(0);
    }

    /** The page's blocks of that language, for a gateway at that port. */
    private static Stream<String> blocks(String language, int port) throws IOException {
        return Pattern.compile("(?s)\n```" + language + "\n(.*?)```").matcher(Files.readString(PAGE)).results()
                .map(block -> block.group(1).replace("http://127.0.0.1:8080", "http://127.0.0.1:" + port()));
    }
}
