package dev.caravan.source.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.json.MalformedJsonException;
import dev.caravan.json.StrictJson;
import dev.caravan.source.BoundedHttp;
import java.io.IOException;
import java.net.URI;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.util.Timeout;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.http.MediaType;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.security.oauth2.client.http.OAuth2ErrorResponseErrorHandler;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

/** Calls authorization servers: ten seconds for a whole answer, at most 256 KB, no redirects. */
@Component
class OAuthHttp implements DisposableBean {

    private static final Timeout LIMIT = Timeout.ofSeconds(10);
    private static final DataSize MOST = DataSize.ofKilobytes(256);
    private static final int MOST_CONNECTIONS = 200;

    private final BoundedHttp bounds;
    private final HttpComponentsClientHttpRequestFactory requests;
    private final RestClient client;
    private final RestClient tokens;
    private final StrictJson json;

    /** @param body null if the answer is not JSON */
    record Answer(int status, JsonNode body) {
    }

    OAuthHttp(StrictJson json) {
        this.json = json;
        this.bounds = new BoundedHttp(MOST, null);
        HttpClientBuilder builder = HttpClients.custom().useSystemProperties().disableRedirectHandling()
                .setDefaultRequestConfig(RequestConfig.custom().setResponseTimeout(LIMIT).build())
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create().useSystemProperties()
                        .setMaxConnTotal(MOST_CONNECTIONS).setMaxConnPerRoute(MOST_CONNECTIONS)
                        .setDefaultConnectionConfig(ConnectionConfig.custom().setConnectTimeout(LIMIT).build()).build());
        bounds.configureHttpClient(builder);
        this.requests = new HttpComponentsClientHttpRequestFactory(builder.build());
        this.client = RestClient.builder().requestFactory(requests).build();
        this.tokens = client.mutate().messageConverters(converters -> {
            converters.clear();
            converters.add(new FormHttpMessageConverter());
            converters.add(new OAuth2AccessTokenResponseHttpMessageConverter());
        }).defaultStatusHandler(new OAuth2ErrorResponseErrorHandler()).build();
    }

    /** Returns the client for requests to token endpoints. */
    RestClient tokens() {
        return tokens;
    }

    /** Returns the error code in the answer of a token endpoint; empty if there is none. */
    String error(byte[] answer) {
        try {
            return json.read(answer).path("error").asText();
        } catch (MalformedJsonException e) {
            return "";
        }
    }

    Answer get(URI address) throws IOException {
        return exchange(client.get().uri(address));
    }

    Answer post(URI address, JsonNode body) throws IOException {
        return exchange(client.post().uri(address).contentType(MediaType.APPLICATION_JSON).body(body.toString()));
    }

    private Answer exchange(RestClient.RequestHeadersSpec<?> request) throws IOException {
        try {
            return request.accept(MediaType.APPLICATION_JSON).exchange((sent, response) -> {
                byte[] bytes = response.getBody().readAllBytes();
                try {
                    return new Answer(response.getStatusCode().value(), json.read(bytes));
                } catch (MalformedJsonException e) {
                    return new Answer(response.getStatusCode().value(), null);
                }
            });
        } catch (ResourceAccessException e) {
            throw e.getCause() instanceof IOException failed ? failed : new IOException(e);
        }
    }

    @Override
    public void destroy() throws Exception {
        requests.destroy();
        bounds.destroy();
    }
}
