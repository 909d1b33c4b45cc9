package dev.caravan.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page on troubleshooting quotes messages that the gateway really has: their fixed words are in the code. */
class TroubleshootingTest {

    private static final Pattern QUOTED = Pattern.compile("`([^`]+ [^`]+)`");
    private static final int WORDS = 3;

    @Test
    void everyQuotedMessageIsInTheCode() throws IOException {
        String code = code();
        List<String> invented = new ArrayList<>();
        int messages = 0;
        for (List<String> row : TableRows.of(GuidePage.of("operations/troubleshooting.md").text()).rows()) {
            for (MatchResult quoted : QUOTED.matcher(row.get(0)).results().toList()) {
                messages++;
                for (String fixed : quoted.group(1).split("…")) {
                    if (fixed.strip().length() > WORDS && !code.contains(fixed.strip())) {
                        invented.add(fixed.strip());
                    }
                }
            }
        }
        assertThat(invented).as("words of messages that no code has").isEmpty();
        assertThat(messages).isGreaterThan(50);
    }

    /** Literals in one piece, messages of routes, and messages with single quotes as readers see them. */
    private static String code() throws IOException {
        StringBuilder code = new StringBuilder();
        try (Stream<Path> main = Files.walk(Path.of("src/main")); Stream<Path> routes = Files.walk(Path.of("routes"))) {
            for (Path file : Stream.concat(main, routes).filter(path -> path.toString().matches(".*\\.(java|yaml)")).toList()) {
                code.append(Files.readString(file).replaceAll("\"\\s*\\+\\s*\"", ""));
            }
        }
        return code.append(Files.readString(Path.of("src/main/resources/messages.properties")).replace("''", "'")).toString();
    }
}
