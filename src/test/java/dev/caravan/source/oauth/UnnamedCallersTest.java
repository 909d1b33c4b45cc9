package dev.caravan.source.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.envelope.UpstreamException;
import dev.caravan.security.Caller;
import java.util.List;
import java.util.Set;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Callers who have only the key of an instance get no token of anybody: two of them can have one address. */
class UnnamedCallersTest {

    private static CallerIdentity of(Caller caller) {
        Exchange exchange = new DefaultExchange(new DefaultCamelContext());
        exchange.setProperty(Caller.PROPERTY, caller);
        return CallerIdentity.of(exchange);
    }

    private static Caller caller(String name, boolean proven) {
        return new Caller(name, Set.of(), Set.of(), Set.of(), null, "10.0.0.1", proven);
    }

    @ParameterizedTest
    @EnumSource(value = OAuthSettings.Grant.class, names = {"LOGIN", "TOKEN_EXCHANGE"})
    void unnamedCallersAreRefused(OAuthSettings.Grant grant) {
        CallerIdentity unnamed = of(caller(null, true));
        assertThat(unnamed.isUnnamed()).isTrue();
        assertThat(unnamed.name()).isNull();
        OAuthSettings settings = new OAuthSettings(grant, "https://login.example.com/token", null, "https://login.example.com", "id",
                "secret", null, null, List.of(), List.of(), null, null);
        assertThatThrownBy(
                () -> new Authorizations(null, null, null).ofCaller("guarded", "https://mcp.example.com", settings, unnamed))
                .isInstanceOf(UpstreamException.class).hasMessageContaining("guarded")
                .hasMessageContaining("The key of an instance names no user: send your own API key or token too");
    }

    @Test
    void namedCallerUsesItsLoginAndModeNoneThatOfTheGateway() {
        assertThat(of(caller("ada", true)).name()).isEqualTo("user ada");
        assertThat(of(caller("ada", true)).isUnnamed()).isFalse();
        assertThat(of(caller(null, false))).isEqualTo(CallerIdentity.GATEWAY);
    }
}
