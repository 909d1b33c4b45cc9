package dev.caravan.recall;

import dev.caravan.start.OrZero;
import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of {@code caravan.recall.*}. {@code config/application.yaml} explains each. The routes in {@code routes/recall/} also read
 * {@code local}, {@code ontologyQueryUrl}, {@code ontologyManagerUrl} and {@code operatorIntegrationUrl}.
 *
 * @param local                            Whether this gateway itself answers for Ontology Query and AOI (agent operator integration).
 * @param ontologyQueryUrl                 Address of Ontology Query.
 * @param ontologyManagerUrl               Address of Ontology Manager, which lists action types. It receives the Authorization that
 * Ontology Query does,                                         but none while only ontology-query-url is set.
 * @param operatorIntegrationUrl           Address of AOI.
 * @param ontologyQueryAuthorization       What Ontology Query receives of the caller's Authorization: forward, exchange or none.
 * @param ontologyQueryAudience            Audience that a token must name to be forwarded to Ontology Query. Empty means that mode oauth2
 * forwards                                         no token.
 * @param operatorIntegrationAuthorization What AOI receives of the caller's Authorization: forward, exchange or none.
 * @param operatorIntegrationAudience      Audience that a token must name to be forwarded to AOI. Empty means that mode oauth2 forwards no
 * token.
 * @param publicUrl                        Address at which agents reach this gateway. Empty means security.public-url.
 * @param identitiesKey                    Name of the list of objects in the request to Ontology Query.
 * @param timeout                          Timeout of all requests of one recall together.
 * @param callTimeout                      Timeout of a call through the MCP proxy or a local toolbox.
 * @param definitionsTtl                   Time for which a tool definition is used without asking AOI again. 0s means always ask.
 * @param staleFor                         Time for which an old definition may be used while AOI is down.
 * @param cacheSize                        Memory for definitions.
 */
@ConfigurationProperties("caravan.recall")
record RecallProperties(
        @DefaultValue("false") boolean local,
        @DefaultValue(RecallProperties.QUERY) URI ontologyQueryUrl,
        @DefaultValue(RecallProperties.MANAGER) URI ontologyManagerUrl,
        @DefaultValue("http://agent-operator-integration:9000") URI operatorIntegrationUrl,
        @DefaultValue("forward") ServiceAuthorization.Policy ontologyQueryAuthorization,
        @DefaultValue("") String ontologyQueryAudience,
        @DefaultValue("forward") ServiceAuthorization.Policy operatorIntegrationAuthorization,
        @DefaultValue("") String operatorIntegrationAudience,
        @DefaultValue("") String publicUrl,
        @DefaultValue("unique_identities") String identitiesKey,
        @DefaultValue("1500ms") Duration timeout,
        @DefaultValue("60s") Duration callTimeout,
        @DefaultValue("30s") @OrZero Duration definitionsTtl,
        @DefaultValue("24h") @OrZero Duration staleFor,
        @DefaultValue("32MB") @OrZero DataSize cacheSize) {

    static final String QUERY = "http://ontology-query-svc:13018";
    static final String MANAGER = "http://ontology-manager-svc:13014";

    /**
     * Whether Ontology Manager has its default address while Ontology Query has another. Then nobody has chosen the host that would receive
     * tokens.
     */
    boolean isManagerUnset() {
        return ontologyManagerUrl.equals(URI.create(MANAGER)) && !ontologyQueryUrl.equals(URI.create(QUERY));
    }

    /** Whether a service gets exchanged tokens. */
    boolean isExchanging() {
        return !local && (ontologyQueryAuthorization == ServiceAuthorization.Policy.EXCHANGE
                || operatorIntegrationAuthorization == ServiceAuthorization.Policy.EXCHANGE);
    }
}
