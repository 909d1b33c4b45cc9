package dev.caravan.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.caravan.embedded.FreePorts;
import dev.caravan.security.Identity;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The mistakes that people make in settings, each with what the gateway says: at most ten lines with the setting, its place and what to do.
 * {@code mistakes.txt} has a mistake in two lines: the settings ({@code --argument}, {@code VARIABLE=value}, else YAML, parts separated by
 * {@code |}, {@code \n} for a line break), and what must be said. {@code FILE} is the YAML's file; {@code FOLDER} is a folder with a
 * certificate, a key that fits and one that does not.
 */
@Tag("nightly")
class FailedStartsTest extends StartedSettings {

    private static final String SECRET = "s3cret";

    @TempDir
    static Path files;

    @BeforeAll
    static void makeFiles() throws Exception {
        Identity.make(files, "tls", "EC");
        Identity.make(files, "other", "EC");
    }

    static List<Arguments> mistakes() throws Exception {
        List<Arguments> mistakes = new ArrayList<>();
        List<String> lines = Files.readAllLines(Path.of("src/test/resources/start/mistakes.txt")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
        for (int i = 0; i < lines.size(); i += 2) {
            mistakes.add(Arguments.of(lines.get(i), lines.get(i + 1)));
        }
        return mistakes;
    }

    @Test
    void theTableHasAtLeastFortyMistakes() throws Exception {
        assertThat(mistakes()).hasSizeGreaterThan(40).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeIsToldInAFewLines(String settings, String said) throws Exception {
        try (ServerSocket other = new ServerSocket(FreePorts.pick(), 1, InetAddress.getByName("127.0.0.1"))) {
            String file = folder.resolve("application.yaml").toString();
            Map<String, Object> variables = new LinkedHashMap<>();
            List<String> arguments = new ArrayList<>();
            for (String part : settings.replace("FOLDER", files.toString()).replace("TAKEN", "" + other.getLocalPort()).split(" \\| ")) {
                if (part.startsWith("--")) {
                    arguments.add(part);
                } else if (part.matches("[A-Z_0-9]+=.*")) {
                    variables.put(part.split("=", 2)[0], part.split("=", 2)[1]);
                } else {
                    file("application.yaml", part.replace("\\n", "\n").replace("\\t", "\t"));
                    arguments.add("--spring.config.additional-location=file:" + file);
                }
            }

            Throwable failure = catchThrowable(() -> start(variables, arguments.toArray(String[]::new)));

            assertThat(failure).as("the start is refused").isNotNull();
            StartReport report = StartReport.of(failure, arguments.toArray(String[]::new));
            List<String> printed = report.lines(arguments);
            assertThat(printed).hasSizeBetween(2, StartReport.LINES);
            assertThat(String.join("\n", printed)).doesNotContain(SECRET, "\tat ", "Exception", "dev.caravan", "bean", "springframework");
            for (String part : said.replace("FILE", file).replace("FOLDER", files.toString()).replace("TAKEN", "" + other.getLocalPort())
                    .split(" \\.\\.\\. ")) {
                assertThat(String.join("\n", printed)).contains(part);
            }
            assertThat(report.exitCode()).isEqualTo(settings.contains("TAKEN") ? StartReport.FAILED : StartReport.WRONG_SETTINGS);
        }
    }
}
