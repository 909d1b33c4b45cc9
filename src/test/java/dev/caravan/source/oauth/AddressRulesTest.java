package dev.caravan.source.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server can't send the gateway where it must not go. */
class AddressRulesTest {

    @ParameterizedTest
    @CsvSource({
        "https://8.8.8.8/mcp, http://8.8.4.4/token, must have https",
        "https://8.8.8.8/mcp, https://127.0.0.1/token, internal",
        "https://8.8.8.8/mcp, http://127.0.0.1/token, must have https",
        "https://8.8.8.8/mcp, https://10.1.2.3/token, internal",
        "https://8.8.8.8/mcp, https://192.168.1.1/token, internal",
        "https://8.8.8.8/mcp, https://169.254.169.254/latest, internal",
        "https://8.8.8.8/mcp, https://100.64.0.1/token, internal",
        "https://8.8.8.8/mcp, https://[::1]/token, internal",
        "https://8.8.8.8/mcp, https://[fd00::1]/token, internal",
        "https://8.8.8.8/mcp, https://[::ffff:10.0.0.1]/token, internal",
        "https://8.8.8.8/mcp, https://user@8.8.4.4/token, no address",
        "https://8.8.8.8/mcp, https://8.8.4.4/token#x, no address",
        "https://8.8.8.8/mcp, file:///etc/passwd, no address",
        "https://8.8.8.8/mcp, ftp://8.8.4.4/, must have https",
        "https://8.8.8.8/mcp, not an address, no address",
        "http://127.0.0.1:1/mcp, http://10.0.0.1/token, must have https"})
    void internalAddressesAreRefused(String server, String address, String reason) {
        assertThatThrownBy(() -> new AddressRules(server).checked("token_endpoint", address)).isInstanceOf(IOException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void otherAddressesAreCalled() throws IOException {
        assertThat(new AddressRules("https://8.8.8.8/mcp").checked("x", "https://8.8.4.4/token")).hasToString("https://8.8.4.4/token");
        assertThat(new AddressRules("http://localhost:1/mcp").checked("x", "http://127.0.0.1:2/token"))
                .hasToString("http://127.0.0.1:2/token");
        assertThat(new AddressRules("https://10.0.0.1/mcp").checked("x", "https://10.0.0.2/token")).hasToString("https://10.0.0.2/token");
    }
}
