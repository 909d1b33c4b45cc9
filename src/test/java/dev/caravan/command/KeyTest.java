package dev.caravan.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.OwnGateway;
import dev.caravan.security.KeysText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code caravan key new} prints a key once and adds its hash to the file of keys. */
class KeyTest {

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("config").resolve("keys.yaml");
    }

    private CommandRun make(String... arguments) {
        String[] all = new String[arguments.length + 4];
        all[0] = "key";
        all[1] = "new";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        all[arguments.length + 2] = "--caravan.security.keys-file=" + file;
        all[arguments.length + 3] = "--caravan.toolsets.directory=" + folder;
        return CommandRun.of(all);
    }

    private KeysText keys() throws Exception {
        return KeysText.parse(file.toString(), Files.readString(file));
    }

    @Test
    void keyIsPrintedOnceAndItsHashWritten() throws Exception {
        CommandRun run = make("reports", "--toolset", "sales,shop", "--expires=2027-01-31", "--note", "For the agent: weekly");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).matches("cvn_[A-Za-z0-9_-]{43}\n");
        assertThat(run.err()).contains("It is not shown again", "sales.yaml does not exist yet", "caravan.security.mode is none");
        String key = run.out().strip();
        assertThat(keys().entries().get("reports")).isEqualTo(new KeysText.Entry(OwnGateway.sha256(key), Set.of("tools:read", "tools:call"),
                null, Set.of("sales", "shop"), Instant.parse("2027-01-31T00:00:00Z"), "For the agent: weekly"));
        assertThat(Files.readString(file)).doesNotContain(key).doesNotContain(key.substring(8));
        assertThat(make("other").out()).isNotEqualTo(run.out());
    }

    @Test
    void commentsAndOtherKeysStay() throws Exception {
        Files.createDirectories(file.getParent());
        String before = "# Keys of the team\n\nann:   {sha256: " + OwnGateway.sha256("ann") + "}   # first\n# end";
        Files.writeString(file, before);

        assertThat(make("ben", "--tag", "graph", "--scope", "tools:read").code()).isZero();

        assertThat(Files.readString(file)).startsWith(before + "\nben:\n  sha256: ")
                .endsWith("\n  scopes: [tools:read]\n  tags: [graph]\n");
        assertThat(keys().entries()).containsOnlyKeys("ann", "ben");
    }

    @Test
    void whatCanNotBeMadeChangesNothing() throws IOException {
        make("ann");
        String before = Files.readString(file);

        refused(1, make("ann"), "keys.yaml:1: ann has a key already");
        refused(2, make("in-settings", "--caravan.security.keys[0].name=in-settings"), "in-settings has a key in caravan.security.keys");
        refused(1, make("a b"), "a b must be 1 to 128");
        refused(2, make("ben", "--expires", "soon"), "--expires must be a date such as 2027-01-31");
        refused(2, make("ben", "--toolsets", "x"), "--toolset");
        refused(2, CommandRun.of("key"), "caravan key new NAME");
        refused(2, CommandRun.of("key", "new"), "NAME");
        assertThat(Files.readString(file)).isEqualTo(before);

        Files.writeString(file, "ann: {sha256: 12}\n");
        refused(1, make("ben"), "keys.yaml:1: sha256 must have 64 hexadecimal digits");
        assertThat(Files.readString(file)).isEqualTo("ann: {sha256: 12}\n");
    }

    private static void refused(int code, CommandRun run, String reason) {
        assertThat(run.err()).contains(reason);
        assertThat(run.code()).as(run.err()).isEqualTo(code);
        assertThat(run.out()).isEmpty();
    }
}
