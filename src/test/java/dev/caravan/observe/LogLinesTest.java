package dev.caravan.observe;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Log lines at INFO, WARN and ERROR say the event first. Each value then follows its name: {@code Index ready tool={} chunks={}}. */
class LogLinesTest {

    private static final Path MAIN = Path.of("src/main/java/dev/caravan");

    private static final String LITERAL = "\"(?:[^\"\\\\]|\\\\.)*+\"";
    private static final Pattern CALL = Pattern.compile("(?i:\\blog)\\s*\\.(?:info|warn|error)\\((?:" + LITERAL + "|[^\";])*+;");
    private static final Pattern NAMED = Pattern.compile("[ (]\\w+=(?:\\\\\")?\\{}");
    private static final Pattern FIRST = Pattern.compile("[A-Z]\\w.*", Pattern.DOTALL);

    @Test
    void everyValueHasAName() throws IOException {
        List<String> nameless = new ArrayList<>();
        int lines = 0;
        try (Stream<Path> files = Files.walk(MAIN)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
                for (MatchResult call : CALL.matcher(Files.readString(file)).results().toList()) {
                    lines++;
                    if (!isNamed(call.group())) {
                        nameless.add(MAIN.relativize(file) + " " + call.group());
                    }
                }
            }
        }
        assertThat(nameless).as("log lines with a value that has no name, or without an event").isEmpty();
        assertThat(lines).isGreaterThan(100);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            LOG.warn("Index failed tool={} reason={}", tool, e.getMessage()); | true
            LOG.error("Thread still running; it hangs", e); | true
            LOG.info("Service slow service=\\"{}\\" took={}ms", title, took); | true
            LOG.info(line); | true
            LOG.info("Index {} is ready", tool); | false
            LOG.info("{} is ready", tool); | false
            LOG.warn(old ? "Old one used file={}" : "No one used of {}", file); | false
            LOG.warn("Index ready tool={}{}", tool, rest); | false
            """)
    void aLineIsCheckedInAllItsTexts(String call, boolean isNamed) {
        assertThat(CALL.matcher(call).matches()).isTrue();
        assertThat(isNamed(call)).isEqualTo(isNamed);
    }

    private static boolean isNamed(String call) {
        List<String> texts = Pattern.compile(LITERAL).matcher(call).results().map(MatchResult::group)
                .map(text -> text.substring(1, text.length() - 1)).toList();
        return texts.stream().noneMatch(text -> NAMED.matcher(text).replaceAll("").contains("{}"))
                && (texts.isEmpty() || FIRST.matcher(texts.get(0)).matches());
    }
}
