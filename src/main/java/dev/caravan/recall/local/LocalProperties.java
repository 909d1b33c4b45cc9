package dev.caravan.recall.local;

import java.nio.file.Path;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.recall.*} for the local mode. {@code config/application.yaml} explains each.
 *
 * @param local             Whether this gateway itself answers for Ontology Query and AOI (agent operator integration).
 * @param knowledgeNetworks Folder of the knowledge networks, in local mode.
 * @param toolboxes         Folder of the OpenAPI documents, in local mode.
 * @param identitiesKey     Name of the list of objects in the request to Ontology Query.
 * @param callTimeout       Timeout of a call through the MCP proxy or a local toolbox.
 */
@ConfigurationProperties("caravan.recall")
record LocalProperties(
        @DefaultValue("false") boolean local,
        @DefaultValue("config/knowledge-networks") Path knowledgeNetworks,
        @DefaultValue("config/toolboxes") Path toolboxes,
        @DefaultValue("unique_identities") String identitiesKey,
        @DefaultValue("60s") Duration callTimeout) {
}
