package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.source.SourceProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An edit of one server changes its lines in {@code config/upstream.yaml}, and no others. */
class ServersTextTest {

    private static final String FILE = """
            # Ours.
            caravan:
              upstream:
                refresh: 1m # often
                servers:
                  # The first one.
                  one: {url: "http://one/mcp"}

                  # The second one.
                  two:
                    # where
                    url: http://two/mcp   # here
                    expose:
                      prefix: two_
                      # of two

                  # The third one.
                  three:
                      command: run
                # the end
            """;

    @Test
    void serverIsReadWithItsComments() throws Exception {
        ServersText text = ServersText.of(FILE);

        assertThat(text.settings("one")).isEqualTo("{url: \"http://one/mcp\"}\n");
        assertThat(text.settings("two")).isEqualTo("# where\nurl: http://two/mcp   # here\nexpose:\n  prefix: two_\n  # of two\n");
        assertThat(text.settings("three")).isEqualTo("command: run\n");
        assertThat(text.settings("four")).isNull();
        assertThat(text.names()).containsExactlyInAnyOrder("one", "two", "three");
    }

    @Test
    void changedServerKeepsAllOtherLines() throws Exception {
        String two = FILE.substring(FILE.indexOf("        # where"), FILE.indexOf("\n      # The third"));

        String edited = ServersText.of(FILE).with("two", "url: http://new/mcp\n# mine\n");

        assertThat(edited).isEqualTo(FILE.replace(two, "        url: http://new/mcp\n        # mine\n"));
    }

    @Test
    void removedServerKeepsComments() throws Exception {
        assertThat(ServersText.of(FILE).with("three", null)).isEqualTo(FILE.replace("      three:\n          command: run\n", ""));
        assertThat(ServersText.of(FILE).with("one", null)).isEqualTo(FILE.replace("      one: {url: \"http://one/mcp\"}\n", ""));
        String last = ServersText.of("caravan:\n  upstream:\n    servers: # all\n      a:\n        url: x\n").with("a", null);
        assertThat(last).isEqualTo("caravan:\n  upstream:\n    servers: {} # all\n");
    }

    @Test
    void newServerIsAddedToTheShippedFileAndKeepsItsComments() throws IOException, SourceProblemException {
        String shipped = Files.readString(Path.of("config/upstream.yaml"));

        String edited = ServersText.of(shipped).with("shop", "url: http://shop/mcp\nexpose: {}\n");

        assertThat(edited).isEqualTo(
                shipped.replace("    servers: {}\n", "    servers:\n      shop:\n        url: http://shop/mcp\n        expose: {}\n"));
        assertThat(ServersText.of(edited).with("shop", null)).isEqualTo(shipped);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# nothing\n", "caravan:\n", "caravan:\n  upstream:\n    refresh: 1m\n",
        "caravan:\n  upstream:\n    servers:\n", "caravan:\r\n  upstream:\r\n    servers: {}\r\n",
        "spring:\n  a: b\n", "caravan:\n  store:\n    url: x"})
    void fileWithoutServersGetsItsFirst(String before) throws SourceProblemException {
        String edited = ServersText.of(before).with("a", "url: x\n");

        assertThat(ServersText.of(edited).settings("a")).isEqualTo("url: x\n");
        assertThat(edited.lines().toList()).containsAll(before.lines().filter(line -> !line.contains("servers")).toList());
        assertThat(edited.contains("\r\n")).isEqualTo(before.contains("\r\n"));
    }

    @Test
    void settingsCannotLeaveTheirPlace() {
        for (String settings : List.of("url: x\n---\nother: y", "url: x\n...\n", "{url: x}\nother: {url: y}",
                "url: |\n text\n# c\nx: 'open\n", "- a\n- b: {", "url: x\n\tb: y")) {
            String[] made = new String[1];
            try {
                made[0] = ServersText.of(FILE).with("two", settings);
                assertThat(ServersText.of(made[0]).settings("one")).isEqualTo("{url: \"http://one/mcp\"}\n");
                assertThat(ServersText.of(made[0]).names()).containsExactlyInAnyOrder("one", "two", "three");
            } catch (SourceProblemException refused) {
                assertThat(refused).hasMessageContaining("by hand");
            }
        }
    }

    @Test
    void fileOfAnotherFormIsNotEdited() {
        for (String file : List.of("caravan: {upstream: {servers: {a: {url: x}}}}\n", "a: b\n---\nc: d\n", "- list\n")) {
            assertThatThrownBy(() -> ServersText.of(file).with("b", "url: y\n")).isInstanceOf(SourceProblemException.class)
                    .hasMessageContaining("edit").hasMessageNotContaining("null");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"url: x #\u2028    headers: {X: y}", "url: x #\u0085logging.config: http://evil/",
        "url: x #\u2029caravan.security.keys[0].name: me"})
    void noSettingHidesBehindTheEndOfALineThatOnlySpringSees(String settings) {
        assertThatThrownBy(() -> ServersText.of(FILE).with("two", settings)).isInstanceOf(SourceProblemException.class)
                .hasMessageContaining("is not supported");
        assertThatThrownBy(() -> ServersText.of(FILE + "# " + settings + "\n")).isInstanceOf(SourceProblemException.class)
                .hasMessageContaining("is not supported");
    }
}
