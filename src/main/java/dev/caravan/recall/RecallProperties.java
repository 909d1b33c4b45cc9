package dev.caravan.recall;

import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of {@code caravan.recall.*}; each is explained in {@code config/application.yaml}. The routes in {@code routes/recall/}
 * read {@code local}, {@code ontologyQueryUrl} and {@code operatorIntegrationUrl} too.
 *
 * @param ontologyQueryAuthorization       what Ontology Query gets of the caller's Authorization
 * @param ontologyQueryAudience            that a token must name to be forwarded to it
 * @param operatorIntegrationAuthorization what AOI gets
 * @param operatorIntegrationAudience      that a token must name to be forwarded to it
 * @param publicUrl     where agents reach this gateway; empty: as {@code caravan.security.public-url} says
 * @param identitiesKey of the query's body
 * @param timeout       of a recall's requests together
 * @param callTimeout   of a call through the MCP proxy
 * @param definitionsTtl how long a tool's definition is taken as it was; zero: it is always asked for
 * @param staleFor      how long it may stand in when it can't be had
 * @param cacheSize     of all definitions, as JSON
 */
@ConfigurationProperties("caravan.recall")
record RecallProperties(
        @DefaultValue("false") boolean local,
        @DefaultValue("http://ontology-query-svc:13018") URI ontologyQueryUrl,
        @DefaultValue("http://agent-operator-integration:9000") URI operatorIntegrationUrl,
        @DefaultValue("forward") ServiceAuthorization.Policy ontologyQueryAuthorization,
        @DefaultValue("") String ontologyQueryAudience,
        @DefaultValue("forward") ServiceAuthorization.Policy operatorIntegrationAuthorization,
        @DefaultValue("") String operatorIntegrationAudience,
        @DefaultValue("") String publicUrl,
        @DefaultValue("unique_identities") String identitiesKey,
        @DefaultValue("1500ms") Duration timeout,
        @DefaultValue("60s") Duration callTimeout,
        @DefaultValue("30s") Duration definitionsTtl,
        @DefaultValue("24h") Duration staleFor,
        @DefaultValue("32MB") DataSize cacheSize) {

    /** Whether a service gets exchanged tokens. */
    boolean isExchanging() {
        return !local && (ontologyQueryAuthorization == ServiceAuthorization.Policy.EXCHANGE || operatorIntegrationAuthorization == ServiceAuthorization.Policy.EXCHANGE);
    }
}
