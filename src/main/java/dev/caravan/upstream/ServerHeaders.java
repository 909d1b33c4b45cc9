package dev.caravan.upstream;

import java.net.http.HttpRequest;

/** The headers that the settings of a server on HTTP add to each request. */
final class ServerHeaders {

    private final UpstreamProperties.Server settings;
    private final ClientCredentials credentials;

    ServerHeaders(String name, UpstreamProperties.Server settings) {
        this.settings = settings;
        this.credentials = settings.oauth() == null ? null : new ClientCredentials(name, settings.oauth(), settings.url());
    }

    void addTo(HttpRequest.Builder request) {
        settings.headers().forEach(request::setHeader);
        if (credentials != null) {
            request.setHeader("Authorization", "Bearer " + credentials.token());
        }
    }
}
