package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.mcp.McpException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.component.undertow.UndertowEndpoint;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Whatever method the gateway serves has a line in {@code security/rights.md}, and each line is served; so has each way in. */
@Tag("full")
class RightsOfMessagesTest extends TokenGatewayTest {

    private static final Pattern METHOD = Pattern.compile(
            "[\"'](ping|initialize|(tools|resources|prompts|completion|tasks|subscriptions|server|logging|sampling|elicitation|roots)"
            + "/[a-zA-Z/]+)[\"']");

    @Autowired
    private CamelContext camel;

    /** Methods that the routes, the Java code or the protocol's schemas name, each sent in both eras. */
    @Test
    void everyServedMethodIsInTheTable() throws IOException {
        Set<String> known = new TreeSet<>();
        collect(Path.of("routes/entry"), known::add);
        collect(Path.of("src/main/java"), known::add);
        collect(Path.of("src/test/resources/schema"), known::add);
        Set<String> served = new TreeSet<>();
        for (String method : known) {
            RightsTable.Message message = new RightsTable.Message(method, List.of(), Right.NONE, "", "", true, "{}");
            for (String era : List.of("legacy", "modern")) {
                SecuredClient.Answer answer = Endpoint.of("/mcp", message, era, "{}").send(client, Map.of(), bearer(alice));
                if (answer.json().at("/error/code").asInt() != McpException.METHOD_NOT_FOUND) {
                    served.add(era + " " + method);
                }
            }
        }
        Set<String> lines = RightsTable.messages().stream().filter(message -> !message.isNotification())
                .flatMap(message -> message.eras().stream().map(era -> era + " " + message.method()))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(known).hasSizeGreaterThan(20);
        assertThat(served).isEqualTo(lines);
    }

    private static void collect(Path folder, Consumer<String> methods) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Matcher matcher = METHOD.matcher(Files.readString(file));
                while (matcher.find()) {
                    methods.accept(matcher.group(1));
                }
            }
        }
    }

    @Test
    void everyConsumedSchemeIsInTheTable() throws IOException {
        Set<String> schemes = camel.getRoutes().stream().map(route -> route.getConsumer().getEndpoint())
                .map(endpoint -> endpoint instanceof UndertowEndpoint ? "undertow" : endpoint.getEndpointUri().replaceFirst(":.*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        try (Stream<Path> files = Files.walk(Path.of("routes"))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".camel.yaml")).toList()) {
                new YAMLMapper().readTree(file.toFile()).findValues("from")
                        .forEach(from -> schemes.add(from.path("uri").asText().replaceFirst(":.*", "")));
            }
        }

        assertThat(schemes)
                .isEqualTo(RightsTable.entries().stream().map(RightsTable.Entry::scheme).collect(Collectors.toCollection(TreeSet::new)));
    }
}
