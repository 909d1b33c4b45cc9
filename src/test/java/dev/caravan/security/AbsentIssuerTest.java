package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.GatewayLog;
import dev.caravan.OwnGateway;
import dev.caravan.embedded.FreePorts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A gateway whose issuer does not listen lets nobody in, and says when to come back. */
@Tag("full")
class AbsentIssuerTest {

    @Test
    void gatewayWithoutKeysSaysWhenToRetry() {
        String issuer = "http://127.0.0.1:" + FreePorts.pick() + "/tenant";
        try (OwnGateway gateway = OwnGateway.withEntries()
                .settings("security.mode=oauth2", "security.oauth2.issuer=" + issuer, "security.oauth2.audiences=gateway").start();
                GatewayLog log = GatewayLog.recordDebug()) {
            String token = new Tokens(issuer, "gateway").signed(Tokens.rsa("first"), claims -> { });
            SecuredClient.Answer answer = new SecuredClient(gateway.url()).rpc("tools/list", "{}", "Authorization", "Bearer " + token);

            assertThat(answer.status()).isEqualTo(503);
            assertThat(Integer.parseInt(answer.header("Retry-After"))).isBetween(1, 10);
            assertThat(answer.json().at("/error/code").asInt()).isEqualTo(-32603);
            assertThat(log.written(gateway.camel())).contains(issuer).doesNotContain(token, token.split("\\.")[1], token.split("\\.")[2]);
        }
    }
}
