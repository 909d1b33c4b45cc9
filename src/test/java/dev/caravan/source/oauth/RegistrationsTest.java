package dev.caravan.source.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server that names another authorization server each time leaves at most ten registrations of the gateway behind. */
@Tag("full")
class RegistrationsTest extends LoginServerTest {


    @Test
    void newestRegistrationReplacesTheFormer() throws IOException {
        register("https://other.example.com/mcp", "https://kept.example.com");
        for (int i = 0; i < 5; i++) {
            register(server.url + "/mcp", issuer(i));
        }

        assertThat(IntStream.range(0, 5).filter(i -> isKept(issuer(i))))
                .containsExactly(4);
        assertThat(isKept("https://kept.example.com")).as("that of another server").isTrue();
    }

    private static String issuer(int i) {
        return "https://issuer" + i + ".example.com";
    }

    private boolean isKept(String issuer) {
        return server.records.get("client", issuer + " " + server.registration.redirect(issuer)) != null;
    }

    private void register(String resource, String issuer) throws IOException {
        OAuthSettings settings = new OAuthSettings(OAuthSettings.Grant.LOGIN, null, null, null, null, null, null, null, List.of(),
                List.of(), null, null);
        server.registration.of(settings,
                new AuthorizationMetadata(resource, Set.of(), issuer, URI.create(issuer + "/a"), URI.create(issuer + "/t"),
                        URI.create(server.url + "/register"),
                List.of(), Set.of(), false, false));
    }
}
