package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Values of settings are found and replaced in the text, and all else stays as it is written. */
class SettingsTextTest {

    private static final String TEXT = """
            # \uD83D\uDC2A ours
            url: http://h/ # where
            headers:
              One: |
                first
                second
              Two: 'it''s' # quoted
            env: [A=1, "B=2"]
            """;

    @Test
    void valuesOfEveryFormAreReplacedInPlace() throws FileProblemException {
        SettingsText settings = SettingsText.parse("settings", TEXT);

        assertThat(settings.values()).extracting(SettingsText.Value::path).containsExactly("url", "headers.One", "headers.Two", "env.0",
                "env.1");
        assertThat(settings.at("headers.One")).isEqualTo("first\nsecond\n");
        assertThat(settings.with(value -> value.path().equals("url") ? null : "\"" + value.path())).isEqualTo("""
                # \uD83D\uDC2A ours
                url: http://h/ # where
                headers:
                  One: "\\"headers.One"
                  Two: "\\"headers.Two" # quoted
                env: ["\\"env.0", "\\"env.1"]
                """);
        assertThat(settings.with(value -> null)).isEqualTo(TEXT);
    }

    @Test
    void emptyTextIsValid() throws FileProblemException {
        assertThat(SettingsText.parse("settings", "").values()).isEmpty();
        assertThat(SettingsText.parse("settings", "# a comment\n").members()).isEmpty();
    }

    @Test
    void ambiguousTextIsRefusedWithItsLine() {
        for (String text : List.of("a: 1\nb: &x 2\n", "a: 1\n\tb: 2\n", "a: 1\na: 2\n", "a: 1\n--- \nb: 2\n", "a: 1\nb: !!str 2\n")) {
            assertThatThrownBy(() -> SettingsText.parse("settings", text)).as(text).isInstanceOf(FileProblemException.class)
                    .hasMessageStartingWith("settings:2");
        }
        assertThatThrownBy(() -> SettingsText.parse("settings", "a: 1\n? [b]\n: 2\n")).isInstanceOf(FileProblemException.class);
        assertThatThrownBy(() -> SettingsText.parse("settings", "[a]")).hasMessageContaining("must be a mapping");
    }

    @Test
    void whatOnlyAReaderOfYaml11SeesIsRefused() {
        for (char end : List.of('\u0085', '\u2028', '\u2029')) {
            assertThatThrownBy(() -> SettingsText.parse("settings",
                    "server: http://evil\nexpose: {} #" + end + "headers: {X: \"${SHOP_KEY}\"}\n"))
                    .as("U+%04X", (int) end).isInstanceOf(FileProblemException.class)
                    .hasMessageStartingWith("settings:2: the character U+%04X is not supported".formatted((int) end));
        }
        for (String text : List.of("\uFEFFa: 1\n", "a: 1\rb: 2\n", "a: \u0000\n", "a: \u001B[0m\n", "a: \u007F\n")) {
            assertThatThrownBy(() -> SettingsText.parse("settings", text)).as(text).isInstanceOf(FileProblemException.class)
                    .hasMessageContaining("is not supported");
        }
        assertThatThrownBy(() -> SettingsText.parse("settings", "url: http://h/\n<<: {headers: {X: y}}\n"))
                .isInstanceOf(FileProblemException.class)
                .hasMessageStartingWith("settings:2: merge keys");
    }

    @Test
    void aKeptValueWithSuchACharacterIsWrittenEscaped() throws FileProblemException {
        String text = SettingsText.parse("settings", "a: x\r\n").with(value -> "b\u2028c: \uD83D\uDC2A");

        assertThat(text).isEqualTo("a: \"b\\u2028c: \uD83D\uDC2A\"\r\n");
        assertThat(SettingsText.parse("settings", text).at("a")).isEqualTo("b\u2028c: \uD83D\uDC2A");
    }
}
