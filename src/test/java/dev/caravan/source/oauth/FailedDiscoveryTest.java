package dev.caravan.source.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** After a login could not begin, calls of all users of that server fail at once for a second, and ask nobody. */
@Tag("full")
class FailedDiscoveryTest extends LoginServerTest {

    @BeforeEach
    void nameAnotherIssuer() {
        server.metadata.put("issuer", "https://other.example.com");
    }

    @Test
    void callsAfterAFailureAskNobody() {
        for (int i = 0; i < 50; i++) {
            String user = "user" + i;
            assertThatThrownBy(() -> server.begin(user)).isInstanceOf(IOException.class).hasMessageContaining("names another issuer");
        }

        assertThat(server.discovered.get()).isLessThan(10);
    }

    @Test
    void serverIsAskedAgainAfterThePause() {
        assertThatThrownBy(() -> server.begin("ada")).isInstanceOf(IOException.class);
        server.metadata.put("issuer", server.url);

        await().ignoreExceptions().until(() -> server.logins.isOpen(server.begin("ada")));
    }
}
