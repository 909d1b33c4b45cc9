package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.OwnGateway;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A key is added at the end of its file, and all else of the file stays as it is. */
class KeysTextTest {

    private static final String ANN = "ann: {sha256: " + OwnGateway.sha256("ann") + "} # first\n";
    private static final KeysText.Entry NEXT = new KeysText.Entry(OwnGateway.sha256("next"), Set.of("tools:read"), null,
            Set.of("sales"), Instant.parse("2027-01-31T00:00:00Z"), "for: #1 \"agent\"\n2");

    @Test
    void keyIsAddedAtTheEnd() throws Exception {
        String added = "next:\n  sha256: " + OwnGateway.sha256("next") + "\n  scopes: [tools:read]\n  toolsets: [sales]\n"
                + "  expires: 2027-01-31T00:00:00Z\n  note: \"for: #1 \\\"agent\\\"\\n2\"\n";
        for (String text : List.of("", "# none yet\n", ANN, "# a\n\n" + ANN + "# end", ANN + "ben:\n  sha256: " + OwnGateway.sha256("ben")
                + "\n  note: |\n    two\n    lines")) {
            KeysText with = KeysText.parse("keys.yaml", text).with("next", NEXT);
            assertThat(with.text()).isEqualTo(text + (text.isEmpty() || text.endsWith("\n") ? "" : "\n") + added);
            assertThat(with.entries().get("next")).isEqualTo(NEXT);
        }
    }

    @Test
    void nameOfThisKindStaysAText() throws Exception {
        KeysText.Entry odd = new KeysText.Entry(OwnGateway.sha256("x"), Set.of("true", "12", "a b", "a: b", "*", ""), Set.of("null"), null,
                null, "no");
        assertThat(KeysText.parse("keys.yaml", "").with("odd", odd).entries().get("odd")).isEqualTo(odd);
    }

    @Test
    void whatCanNotBeAddedIsRefused() throws Exception {
        assertThatThrownBy(() -> KeysText.parse("keys.yaml", "\n" + ANN).with("ann", NEXT)).hasMessage(
                "keys.yaml:2: ann has a key already");
        assertThatThrownBy(() -> KeysText.parse("keys.yaml", "{" + ANN.replace(" # first", "") + "}").with("next", NEXT))
                .hasMessageStartingWith("keys.yaml:");
        assertThatThrownBy(() -> KeysText.parse("keys.yaml", ANN).with("a b", NEXT)).hasMessage(
                "keys.yaml:2: a b must be 1 to 128 of A-Z a-z 0-9 . _ @ -, a letter or digit first");
        assertThatThrownBy(() -> KeysText.parse("keys.yaml", ANN.replace("ann:", "next:").replace(OwnGateway.sha256("ann"), "12")))
                .hasMessage("keys.yaml:1: sha256 must have 64 hexadecimal digits");
    }
}
