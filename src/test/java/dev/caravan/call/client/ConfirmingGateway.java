package dev.caravan.call.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient.Answer;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A gateway whose users confirm calls that may destroy something. Each of its tools leaves a file when it runs, and answers {@code done}.
 */
final class ConfirmingGateway implements AutoCloseable {

    private final Path ran;
    private final OwnGateway gateway;

    /** @param hints of one tool each, whose name is their letters */
    ConfirmingGateway(OwnGateway.Builder builder, String... hints) {
        ran = TemporaryFolder.make("confirming");
        builder.set("tools.confirm-destructive", true);
        for (String hint : hints) {
            String name = hint.replaceAll("[^A-Za-z]", "");
            builder.file(name, RouteYaml.tool(name, "description: t\nparameter.what: string\n" + hint, """
                    - setBody: {constant: run}
                    - to: file:%s?fileName=%s
                    - setBody: {constant: done}
                    """.formatted(ran, name)));
        }
        gateway = builder.start();
    }

    LegacyClient legacy(String revision, String capabilities) {
        return LegacyClient.open(gateway.port(), revision, capabilities);
    }

    /** Whether the tool has run since this was asked last. */
    boolean done(String tool) throws IOException {
        return Files.deleteIfExists(ran.resolve(tool));
    }

    /**
     * Answers a modern client.
     *
     * @param params of the call
     * @param action of the user who was asked; null: not asked yet
     */
    Answer modern(ObjectNode params, String capabilities, String action) {
        if (action != null) {
            params.putObject("inputResponses").putObject("confirmation").put("action", action);
        }
        return gateway.client().modernCall(params, capabilities);
    }

    @Override
    public void close() {
        gateway.close();
    }
}
