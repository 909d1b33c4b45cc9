package dev.caravan.source.openapi;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;
import dev.caravan.source.CallDeadline;
import dev.caravan.source.oauth.Authorizations;
import dev.caravan.source.oauth.CallerIdentity;
import dev.caravan.source.oauth.LoginQuestion;
import dev.caravan.source.oauth.OAuthSettings;
import dev.caravan.source.oauth.RequestAuthorization;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Variable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Gets the access tokens of requests to APIs with {@code oauth}. A request that is refused for its token is repeated once, with a new one.
 * After a second refusal, the same caller's tokens are not renewed for ten seconds, so that an API that refuses everything costs the
 * authorization server little.
 */
@Component("apiTokens")
public class ApiTokens {

    private static final Logger LOG = LoggerFactory.getLogger(ApiTokens.class);
    private static final String SENT = "apiRequestWithToken";
    private static final String REPEATS = "apiRequestIsRepeated";
    private static final String AGAIN = "again";
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int MOST_KEPT = 10_000;

    private final Authorizations authorizations;
    /** Whose new tokens were refused a short time ago. */
    private final Cache<RequestAuthorization, Boolean> refused = Caffeine.newBuilder().maximumSize(MOST_KEPT)
            .expireAfterWrite(Duration.ofSeconds(10)).build();

    /** @param arguments of the tool, of which the request was made */
    private record Sent(OAuthSettings.Grant grant, RequestAuthorization authorization, String token, Object arguments, boolean isRepeated) {

        /** Leaves out the token. */
        @Override
        public String toString() {
            return "request with a token of " + grant;
        }
    }

    ApiTokens(Authorizations authorizations) {
        this.authorizations = authorizations;
    }

    /**
     * Returns the access token of a request. The message still has the arguments of the tool.
     *
     * @throws UpstreamException if there is no token: the caller has none to exchange, must log in first, or the authorization server gives
     *                           none
     */
    String token(OfferedApi api, Exchange exchange) throws Exception {
        OAuthSettings settings = api.settings().oauth();
        RequestAuthorization authorization = authorizations.of(api.name() + " (API)", api.server(), settings, CallerIdentity.of(exchange));
        String token = asked(api.name(), exchange, () -> {
            String current = authorization.token();
            if (current == null && authorization.renew(null, UNAUTHORIZED, List.of())) { // discovers endpoints, or begins a login
                current = authorization.token();
            }
            if (current == null) {
                throw new IOException("its authorization server gave no token");
            }
            return current;
        });
        exchange.setProperty(SENT, new Sent(settings.grant(), authorization, token, exchange.getMessage().getBody(),
                exchange.getProperty(REPEATS, false, Boolean.class)));
        return token;
    }

    private static <T> T asked(String api, Exchange exchange, Callable<T> request) throws Exception {
        try {
            return LoginQuestion.retried(exchange, CallDeadline.of(LoginQuestion.LONGEST), request);
        } catch (IOException e) {
            LOG.warn("API not called without an access token name={} error={}", api, e.getMessage());
            throw new UpstreamException(Text.of("api.noToken", api, e.getMessage()));
        }
    }

    /** Forgets the exchange's former request, whose token says nothing about the next one. */
    static void forget(Exchange exchange) {
        exchange.removeProperty(SENT);
    }

    /** Returns the token of the exchange's request; null if it has none. */
    static String sent(Exchange exchange) {
        return exchange.getProperty(SENT) instanceof Sent sent ? sent.token() : null;
    }

    /**
     * Looks at an answer. If it refuses the token, gets another one, sets the variable {@value #AGAIN} to true and the body to the
     * arguments of the tool.
     */
    public void renew(@Variable("api") String api, Exchange exchange) throws Exception {
        boolean again = exchange.getProperty(SENT) instanceof Sent sent && isRenewed(api, sent, exchange);
        exchange.setVariable(AGAIN, again);
        exchange.setProperty(REPEATS, again);
        if (again) {
            exchange.getMessage().setBody(((Sent) exchange.getProperty(SENT)).arguments());
        }
    }

    private boolean isRenewed(String api, Sent sent, Exchange exchange) throws Exception {
        Message answer = exchange.getMessage();
        int status = answer.getHeader(Exchange.HTTP_RESPONSE_CODE, 200, Integer.class);
        if (status != UNAUTHORIZED && status != FORBIDDEN
                || status == FORBIDDEN && sent.grant() != OAuthSettings.Grant.LOGIN) {
            return false;
        }
        List<String> challenges = challenges(answer.getHeader("WWW-Authenticate"));
        if (!Authorizations.isRefusal(status, challenges)) {
            return false;
        }
        if (sent.isRepeated()) {
            refused.put(sent.authorization(), true);
        }
        return !sent.isRepeated() && refused.getIfPresent(sent.authorization()) == null
                && asked(api, exchange, () -> sent.authorization().renew(sent.token(), status, challenges));
    }

    private static List<String> challenges(Object header) {
        return header instanceof List<?> several ? several.stream().map(String::valueOf).toList()
                : header == null ? List.of() : List.of(String.valueOf(header));
    }
}
