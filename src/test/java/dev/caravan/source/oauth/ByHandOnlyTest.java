package dev.caravan.source.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.source.oauth.OAuthSettings.Grant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An editor of sources sends the codes of logins and the tokens of callers nowhere that an operator did not name. */
class ByHandOnlyTest {

    private static final String SHOP = "https://shop/mcp";
    private static final OAuthSettings BY_OPERATOR = login("https://idp", "https://idp/authorize", "https://idp/token");

    private static OAuthSettings login(String issuer, String authorization, String token) {
        return new OAuthSettings(Grant.LOGIN, token, authorization, issuer, "public", null, null, null, List.of(), List.of(), null, null);
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
        assertThat(login("https://shop", "https://shop/authorize", "https://shop/token").byHandOnly(SHOP, null, null)).isNull();
        assertThat(login(null).byHandOnly(SHOP, login(null), SHOP)).as("the operator lets the gateway discover it").isNull();
        assertThat(login("https://shop").byHandOnly(SHOP, null, null)).isNull();
    }

    @Test
    void anotherAddressGetsNoTokensOfTheOperatorsIssuer() {
        assertThat(BY_OPERATOR.byHandOnly("https://evil/mcp", BY_OPERATOR, SHOP))
                .contains("must be at https://evil", "Other addresses can be written by hand only");
    }

    private static OAuthSettings login(String issuer, String... endpointOrigins) {
        return new OAuthSettings(Grant.LOGIN, null, null, issuer, null, null, null, null, List.of(endpointOrigins), List.of(), null, null);
    }

    @Test
    void placesOfEndpointsAreWrittenByHand() {
        OAuthSettings google = login("https://accounts.google.com", "https://oauth2.googleapis.com");

        assertThat(login(null, "https://idp").byHandOnly(SHOP, null, null)).contains("endpoint-origins", "by hand only");
        assertThat(login("https://accounts.google.com", "https://oauth2.googleapis.com", "https://evil").byHandOnly(SHOP, google, SHOP))
                .contains("by hand only");
        assertThat(google.byHandOnly("https://evil/mcp", google, SHOP)).contains("by hand only");
        assertThat(login("https://shop", "https://oauth2.googleapis.com").byHandOnly(SHOP, google, SHOP)).as("another issuer")
                .contains("by hand only");
        assertThat(google.byHandOnly("https://shop/other", google, SHOP)).contains("by hand only");
        assertThat(google.byHandOnly(SHOP, google, SHOP)).as("they stay").isNull();
    }

    private static OAuthSettings of(String resource) {
        return new OAuthSettings(Grant.LOGIN, null, null, "https://idp", null, null, null, null, List.of(), List.of(), resource, null);
    }

    @Test
    void sourceThatIsDiscoveredGetsNoTokensOfAnother() {
        assertThat(login(null).byHandOnly(SHOP, null, null)).contains("oauth.issuer is required", "at https://shop", "by hand");
        assertThat(login(null).byHandOnly("https://evil/mcp", login(null), SHOP)).contains("oauth.issuer is required", "at https://evil");
        assertThat(login(null, null, null).byHandOnly(SHOP, null, null)).as("with a client").contains("oauth.issuer is required");
    }

    @Test
    void sourceGetsNoTokensForAnother() {
        OAuthSettings own = new OAuthSettings(Grant.LOGIN, null, null, "https://shop", null, null, null, null, List.of(), List.of(),
                "https://shop/", null);
        OAuthSettings bank = new OAuthSettings(Grant.LOGIN, null, null, "https://shop", null, null, null, null, List.of(), List.of(),
                "https://bank/mcp", null);

        assertThat(bank.byHandOnly(SHOP, null, null)).contains("must be at https://shop", "resource", "by hand only");
        assertThat(of("https://bank/mcp").byHandOnly(SHOP, of(null), SHOP)).contains("by hand only");
        assertThat(of("urn:bank").byHandOnly(SHOP, of(null), SHOP)).contains("by hand only");
        assertThat(own.byHandOnly(SHOP, null, null)).isNull();
        assertThat(of("api://shop").byHandOnly(SHOP, of("api://shop"), SHOP)).as("stays").isNull();
    }

    @Test
    void settingsOfAnotherGrantAreNotTheOperators() {
        OAuthSettings written = new OAuthSettings(Grant.CLIENT_CREDENTIALS, null, null, "https://idp", "c", "s", null, null,
                List.of("https://evil"), List.of(), null, null);

        assertThat(written.byHandOnly(SHOP, null, null)).as("has no users").isNull();
        assertThat(login("https://idp").byHandOnly(SHOP, written, SHOP)).startsWith("oauth: ");
        assertThat(login("https://idp", "https://evil").byHandOnly(SHOP, written, SHOP)).contains("by hand only");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://idp/token", "https://idp/", "https://idp?x", "idp", "https://u@idp", "mailto:a@b", ""})
    void placeOfAnEndpointIsAnAddressWithoutPath(String place) {
        assertThatThrownBy(() -> login("https://idp", place)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("oauth.endpoint-origins must be");
    }

    @Test
    void tokensOfCallersAreExchangedOnlyWhereTheOperatorSays() {
        OAuthSettings exchange = new OAuthSettings(Grant.TOKEN_EXCHANGE, "https://idp/token", null, null, "c", "s", null, null, List.of(),
                List.of(), null, null);
        OAuthSettings asking = new OAuthSettings(Grant.TOKEN_EXCHANGE, "https://idp/token", null, null, "c", "s", null, null, List.of(),
                List.of("read"), null, null);

        assertThat(asking.byHandOnly(SHOP, exchange, SHOP)).as("a document may name other scopes").isNull();
        assertThat(exchange.byHandOnly("https://evil/", exchange, SHOP)).contains("by hand only");
        assertThat(exchange.byHandOnly(SHOP, null, null)).contains("by hand only");
        assertThat(exchange.byHandOnly(SHOP, BY_OPERATOR, SHOP)).contains("by hand only");
    }
}
