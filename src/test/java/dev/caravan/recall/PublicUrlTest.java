package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.OwnGateway;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A recalled tool's {@code api_url} is an address that agents can call, also where the gateway listens on all addresses. */
@Tag("full")
class PublicUrlTest {

    private static final String KEY = "kAll-4f3c0c6f0b1e4c5f9f0e";

    private static OwnGateway.Builder everywhere(String host) {
        return OwnGateway.withAllRoutes().apiKey("all", KEY, "tools:read,tools:call").settings("http.host=" + host, "recall.local=true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::"})
    void gatewayOnAllAddressesNeedsAPublicUrl(String host) {
        assertThatThrownBy(() -> everywhere(host).start().close()).hasMessageContaining("Set caravan.security.public-url");
    }

    @Test
    void recallUsesThePublicUrl() {
        try (OwnGateway gateway = everywhere("0.0.0.0").set("security.public-url", "https://gateway.example.com/").start()) {
            assertThat(gateway.bean(DynamicTools.class).self()).isEqualTo("https://gateway.example.com");
        }
    }

    @Test
    void onLoopbackTheDefaultIsTheOwnAddress() {
        try (OwnGateway gateway = OwnGateway.withEntries().shared().start()) {
            assertThat(gateway.bean(DynamicTools.class).self()).isEqualTo(gateway.url());
        }
    }
}
