package dev.caravan.security;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.nimbusds.jose.jwk.source.JWKSetSource;
import com.nimbusds.jose.jwk.source.JWKSetUnavailableException;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import dev.caravan.json.JsonMappers;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.text.ParseException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads an issuer's keys from the configured address, or from the address in its metadata (RFC 8414, or OpenID Connect discovery). It only
 * remembers whether the last attempt failed.
 */
class IssuerKeys implements JWKSetSource<SecurityContext> {

    private static final Logger LOG = LoggerFactory.getLogger(IssuerKeys.class);

    private static final int LARGEST = 256 * 1024;

    private final String issuer;
    private final String configured;
    private final ObjectMapper json = JsonMappers.normal();
    private final DefaultResourceRetriever http;
    private volatile boolean down;

    IssuerKeys(OAuth2Properties settings) {
        this.issuer = settings.issuer();
        this.configured = settings.jwksUri();
        int timeout = (int) settings.timeout().toMillis();
        this.http = new DefaultResourceRetriever(timeout, timeout, LARGEST);
    }

    boolean isDown() {
        return down;
    }

    @Override
    public JWKSet getJWKSet(JWKSetCacheRefreshEvaluator refresh, long now, SecurityContext context) throws JWKSetUnavailableException {
        try {
            URL address = configured.isEmpty() ? discover() : URI.create(configured).toURL();
            JWKSet keys = JWKSet.parse(http.retrieveResource(address).getContent());
            down = false;
            return keys;
        } catch (IOException | ParseException | IllegalArgumentException e) {
            down = true;
            LOG.warn("Keys of the issuer unavailable issuer={} error={}", issuer, e.toString());
            throw new JWKSetUnavailableException("The issuer's keys are unavailable", e);
        }
    }

    @Override
    public void close() {
        // there is nothing to close
    }

    /** Tries the addresses in the order that MCP sets for clients (2026-07-28, authorization server discovery). */
    private URL discover() throws IOException {
        IOException last = null;
        for (String address : metadata(URI.create(issuer))) {
            try {
                JsonNode document = json.readTree(http.retrieveResource(URI.create(address).toURL()).getContent());
                if (!issuer.equals(document.path("issuer").asText())) {
                    throw new IOException("the metadata at " + address + " names another issuer");
                }
                return keys(document.path("jwks_uri").asText());
            } catch (IOException e) {
                last = e;
            }
        }
        throw last;
    }

    private URL keys(String address) throws IOException {
        if (!address.startsWith("https://") && !(issuer.startsWith("http://") && address.startsWith("http://"))) {
            throw new IOException("the metadata has no jwks_uri, or one without https although the issuer has https");
        }
        return URI.create(address).toURL();
    }

    static List<String> metadata(URI issuer) {
        String origin = issuer.getScheme() + "://" + issuer.getRawAuthority();
        String path = issuer.getRawPath() == null ? "" : issuer.getRawPath().replaceFirst("/$", "");
        String oauth = origin + "/.well-known/oauth-authorization-server" + path;
        String openId = origin + "/.well-known/openid-configuration" + path;
        return path.isEmpty() ? List.of(oauth, openId) : List.of(oauth, openId, origin + path + "/.well-known/openid-configuration");
    }
}
