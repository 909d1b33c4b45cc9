package dev.caravan.recall.local;

import java.nio.file.Path;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.recall.*} for the local mode; each is explained in {@code config/application.yaml}.
 *
 * @param knowledgeNetworks folder of {@code *.yaml} files, a network each
 * @param toolboxes         folder of {@code *.openapi.yaml} files, a toolbox each
 * @param callTimeout       of a call through a toolbox's proxy, if the caller wants no less
 */
@ConfigurationProperties("caravan.recall")
record LocalProperties(
        @DefaultValue("false") boolean local,
        @DefaultValue("config/knowledge-networks") Path knowledgeNetworks,
        @DefaultValue("config/toolboxes") Path toolboxes,
        @DefaultValue("unique_identities") String identitiesKey,
        @DefaultValue("60s") Duration callTimeout) {
}
