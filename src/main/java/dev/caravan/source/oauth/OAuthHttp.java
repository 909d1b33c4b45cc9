package dev.caravan.source.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.json.MalformedJsonException;
import dev.caravan.json.StrictJson;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.security.oauth2.client.http.OAuth2ErrorResponseErrorHandler;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.stereotype.Component;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

/** Calls authorization servers: ten seconds for a whole answer, at most 256 KB, no redirects. */
@Component
class OAuthHttp {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int MOST_BYTES = 256 * 1024;

    private final RestClient client;
    private final RestClient tokens;
    private final StrictJson json;

    /** @param body null if the answer is not JSON */
    record Answer(int status, JsonNode body) {
    }

    OAuthHttp(StrictJson json) {
        this.json = json;
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT).build());
        requests.setReadTimeout(LIMIT);
        this.client = RestClient.builder().requestFactory(requests).requestInterceptor((request, body, execution) -> new Limited(execution.execute(request, body))).build();
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

    private record Limited(ClientHttpResponse response) implements ClientHttpResponse {

        @Override
        public HttpStatusCode getStatusCode() throws IOException {
            return response.getStatusCode();
        }

        @Override
        public String getStatusText() throws IOException {
            return response.getStatusText();
        }

        @Override
        public void close() {
            response.close();
        }

        @Override
        public InputStream getBody() throws IOException {
            return new LimitedBody(response.getBody());
        }

        @Override
        public HttpHeaders getHeaders() {
            return response.getHeaders();
        }
    }

    private static final class LimitedBody extends FilterInputStream {

        private int left = MOST_BYTES;

        LimitedBody(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            return taken(super.read(), 1);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = super.read(bytes, offset, length);
            return taken(read, read);
        }

        private int taken(int read, int count) throws IOException {
            if (read >= 0) {
                left -= count;
                if (left < 0) {
                    throw new IOException("the answer of the authorization server is larger than " + MOST_BYTES + " bytes");
                }
            }
            return read;
        }
    }
}
