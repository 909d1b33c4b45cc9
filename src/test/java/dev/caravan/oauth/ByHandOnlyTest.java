package dev.caravan.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.oauth.OAuthSettings.Grant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An editor of sources sends the codes of logins and the tokens of callers nowhere that an operator did not name. */
class ByHandOnlyTest {

    private static final String SHOP = "https://shop/mcp";
    private static final OAuthSettings BY_OPERATOR = login("https://idp", "https://idp/authorize", "https://idp/token");

    private static OAuthSettings login(String issuer, String authorization, String token) {
        return new OAuthSettings(Grant.LOGIN, token, authorization, issuer, "public", null, null, null, List.of(), null, null);
    }

    @ParameterizedTest
    @CsvSource({
        "https://idp, https://idp/authorize, https://evil/t",
        "https://idp, https://idp/authorize, https://idp@evil/t",
        "https://idp, https://evil/a, https://idp/token",
        "https://idp, https://idp/authorize, http://idp/token",
        "https://evil, https://evil/a, https://evil/t",
        "https://evil, , ",
        ", https://idp/authorize, https://evil/t",
        "https://idp, https://idp/authorize, 'https://a b/'"})
    void anotherAuthorizationServerIsWrittenByHand(String issuer, String authorization, String token) {
        OAuthSettings next = login(issuer, authorization, token);

        assertThat(next.byHandOnly(SHOP, BY_OPERATOR, SHOP)).startsWith("oauth: ");
        assertThat(next.byHandOnly(SHOP, null, null)).startsWith("oauth: ");
    }

    @Test
    void theSourcesOwnAndTheOperatorsIssuerStay() {
        assertThat(BY_OPERATOR.byHandOnly(SHOP, BY_OPERATOR, SHOP)).isNull();
        assertThat(login("https://idp", null, null).byHandOnly(SHOP, BY_OPERATOR, SHOP)).as("the issuer is the same").isNull();
        assertThat(login("https://shop", "https://shop/authorize", "https://shop/token").byHandOnly(SHOP, null, null)).isNull();
        assertThat(login(null, null, null).byHandOnly(SHOP, null, null)).as("the gateway discovers it").isNull();
    }

    @Test
    void anotherAddressGetsNoTokensOfTheOperatorsIssuer() {
        assertThat(BY_OPERATOR.byHandOnly("https://evil/mcp", BY_OPERATOR, SHOP)).contains("must be at https://evil. Other addresses can be written by hand only");
    }

    @Test
    void tokensOfCallersAreExchangedOnlyWhereTheOperatorSays() {
        OAuthSettings exchange = new OAuthSettings(Grant.TOKEN_EXCHANGE, "https://idp/token", null, null, "c", "s", null, null, List.of(), null, null);
        OAuthSettings asking = new OAuthSettings(Grant.TOKEN_EXCHANGE, "https://idp/token", null, null, "c", "s", null, null, List.of("read"), null, null);

        assertThat(asking.byHandOnly(SHOP, exchange, SHOP)).as("a document may name other scopes").isNull();
        assertThat(exchange.byHandOnly("https://evil/", exchange, SHOP)).contains("by hand only");
        assertThat(exchange.byHandOnly(SHOP, null, null)).contains("by hand only");
        assertThat(exchange.byHandOnly(SHOP, BY_OPERATOR, SHOP)).contains("by hand only");
    }
}
