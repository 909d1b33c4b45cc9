package dev.caravan.recall;

import dev.caravan.start.OrZero;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of {@code caravan.recall.*}. {@code config/application.yaml} explains each. The routes in {@code routes/recall/} also read
 * {@code local}, {@code ontologyQueryUrl}, {@code ontologyManagerUrl} and {@code operatorIntegrationUrl}.
 *
 * @param local                            Whether this gateway itself answers for Ontology Query and AOI (agent operator integration).
 * @param ontologyQueryUrl                 Address of Ontology Query. Empty means no action recall, unless local is true.
 * @param ontologyManagerUrl               Address of Ontology Manager, which lists action types. It receives the Authorization that
 * Ontology Query does. Empty means no list of action types, unless local is true.
 * @param operatorIntegrationUrl           Address of AOI. Required beside ontology-query-url.
 * @param ontologyQueryAuthorization       What Ontology Query receives of the caller's Authorization: forward or none.
 * @param ontologyQueryAudience            Audience that a token must name to be forwarded to Ontology Query. Empty means that mode oauth2
 * forwards                                         no token.
 * @param operatorIntegrationAuthorization What AOI receives of the caller's Authorization: forward or none.
 * @param operatorIntegrationAudience      Audience that a token must name to be forwarded to AOI. Empty means that mode oauth2 forwards no
 * token.
 * @param publicUrl                        Address at which agents reach this gateway. Empty means security.public-url.
 * @param knowledgeNetworks                Folder of the knowledge networks, in local mode.
 * @param toolboxes                        Folder of the OpenAPI documents, in local mode.
 * @param identitiesKey                    Name of the list of objects in the request to Ontology Query.
 * @param timeout                          Timeout of all requests of one recall together.
 * @param callTimeout                      Timeout of a call through the MCP proxy or a local toolbox.
 * @param definitionsTtl                   Time for which a tool definition is used without asking AOI again. 0s means always ask.
 * @param staleFor                         Time for which an old definition may be used while AOI is down.
 * @param cacheSize                        Memory for definitions.
 */
@ConfigurationProperties("caravan.recall")
public record RecallProperties(
        @DefaultValue("false") boolean local,
        URI ontologyQueryUrl,
        URI ontologyManagerUrl,
        URI operatorIntegrationUrl,
        @DefaultValue("forward") ServiceAuthorization.Policy ontologyQueryAuthorization,
        @DefaultValue("") String ontologyQueryAudience,
        @DefaultValue("forward") ServiceAuthorization.Policy operatorIntegrationAuthorization,
        @DefaultValue("") String operatorIntegrationAudience,
        @DefaultValue("") String publicUrl,
        @DefaultValue("config/knowledge-networks") Path knowledgeNetworks,
        @DefaultValue("config/toolboxes") Path toolboxes,
        @DefaultValue("unique_identities") String identitiesKey,
        @DefaultValue("1500ms") Duration timeout,
        @DefaultValue("60s") Duration callTimeout,
        @DefaultValue("30s") @OrZero Duration definitionsTtl,
        @DefaultValue("24h") @OrZero Duration staleFor,
        @DefaultValue("32MB") @OrZero DataSize cacheSize) {

    public RecallProperties {
        if (!local && isSet(ontologyQueryUrl) != isSet(operatorIntegrationUrl)) {
            throw new IllegalArgumentException("caravan.recall." + (isSet(ontologyQueryUrl) ? "operator-integration-url"
                    : "ontology-query-url") + " is missing: action recall needs ontology-query-url and operator-integration-url");
        }
    }

    private static boolean isSet(URI address) {
        return address != null && !address.toString().isEmpty();
    }

    /** Whether the gateway asks the services of a KWeaver installation. */
    boolean isRemote() {
        return !local && (isSet(ontologyQueryUrl) || isSet(ontologyManagerUrl));
    }

    /** Whether Ontology Manager has an address. */
    boolean hasManager() {
        return isSet(ontologyManagerUrl);
    }
}
