package dev.caravan.recall;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.recall.token-exchange.*}: the token endpoint of the authorization server, and the gateway's credentials there.
 *
 * @param url          Token endpoint, for exchange.
 * @param clientId     Client id of the gateway at the token endpoint.
 * @param clientSecret Client secret of the gateway at the token endpoint.
 */
@ConfigurationProperties("caravan.recall.token-exchange")
record TokenExchangeProperties(@DefaultValue("") String url, @DefaultValue("") String clientId, @DefaultValue("") String clientSecret) {
}
