package dev.caravan.security;

import dev.caravan.http.Admission;
import dev.caravan.http.Caller;
import dev.caravan.http.HttpRefusal;
import dev.caravan.http.Right;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderMap;
import io.undertow.util.HttpString;
import io.undertow.util.PathTemplateMatch;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Who calls (401), how often (429), and with which scopes (403), in this order. */
@Component
class CallerAdmission implements Admission {

    private static final String INSTANCES = PublicAddress.MCP + "/";
    /** In the path templates of instances. */
    private static final String KEY = "api_key";

    private final Authentication authentication;
    private final SecurityProperties security;
    private final ScopeProperties scopes;
    private final Challenges challenges;
    private final CallRate rate;
    private final FailedLogins failures;
    private final Set<String> instanceScopes;

    CallerAdmission(Authentication authentication, SecurityProperties security, ScopeProperties scopes, Challenges challenges, CallRate rate,
            FailedLogins failures) {
        this.authentication = authentication;
        this.security = security;
        this.scopes = scopes;
        this.challenges = challenges;
        this.rate = rate;
        this.failures = failures;
        this.instanceScopes = Set.of(scopes.read(), scopes.call());
    }

    @Override
    public boolean isQuick(HttpServerExchange exchange, Right right) {
        return right == Right.NONE || authentication.isQuick(exchange.getRequestHeaders());
    }

    @Override
    public void admit(HttpServerExchange exchange, Right right) throws HttpRefusal {
        if (right == Right.NONE) {
            return;
        }
        String path = exchange.getRequestPath();
        Caller caller = caller(exchange.getRequestHeaders(), path, isAtInstance(exchange), address(exchange), right);
        if (caller == null) {
            return;
        }
        exchange.putAttachment(Caller.ATTACHMENT, caller);
        count(caller);
        if (security.mode() != SecurityProperties.Mode.NONE) {
            List<String> needed = scopes.needed(right);
            if (!caller.scopes().containsAll(needed)) {
                throw challenges.insufficient(path, needed);
            }
        }
    }

    @Override
    public Caller admit(Map<String, String> headers, boolean atInstance, String source) throws HttpRefusal {
        HeaderMap all = new HeaderMap();
        headers.forEach((name, value) -> all.put(new HttpString(name), value));
        Caller caller = caller(all, PublicAddress.MCP, atInstance, source, Right.ENTER);
        headers.keySet().removeIf(name -> !all.contains(name));
        if (caller != null) {
            count(caller);
        }
        return caller;
    }

    private Caller caller(HeaderMap headers, String path, boolean atInstance, String source, Right right) throws HttpRefusal {
        if (security.mode() == SecurityProperties.Mode.NONE) {
            return anyone(headers, source);
        }
        if (security.instanceKeysSuffice() && atInstance && !authentication.isAttempted(headers)) {
            return new Caller(null, instanceScopes, Set.of(), null, source, true);
        }
        return known(headers, path, source, right);
    }

    /** Credentials that are right pass from every address, so that a neighbour behind the same proxy can't shut anyone out. */
    private Caller known(HeaderMap headers, String path, String source, Right right) throws HttpRefusal {
        boolean attempted = authentication.isAttempted(headers);
        Duration pause = attempted ? failures.pause(source) : Duration.ZERO;
        if (!pause.isZero() && !authentication.isQuick(headers)) {
            throw Challenges.later(429, FailedLogins.TOO_MANY, pause);
        }
        try {
            return authentication.caller(headers, path, right);
        } catch (HttpRefusal refusal) {
            if (!attempted || refusal.status() != 401) {
                throw refusal;
            }
            if (!pause.isZero()) {
                throw Challenges.later(429, FailedLogins.TOO_MANY, pause);
            }
            failures.count(source);
            throw refusal;
        }
    }

    /** By the endpoint that undertow has chosen, since a path alone may have no key after its slash. */
    private static boolean isAtInstance(HttpServerExchange exchange) {
        PathTemplateMatch match = exchange.getAttachment(PathTemplateMatch.ATTACHMENT_KEY);
        String key = match == null ? null : match.getParameters().get(KEY);
        return key != null && !key.isBlank() && exchange.getRequestPath().startsWith(INSTANCES);
    }

    /** In mode none only counted, if at all. */
    private Caller anyone(HeaderMap headers, String source) {
        if (rate.isOff()) {
            return null;
        }
        String claimed = headers.getFirst(IdentifyCaller.CLAIM);
        return new Caller(null, Set.of(), Set.of(), null, claimed == null ? source : claimed, false);
    }

    private void count(Caller caller) throws HttpRefusal {
        Duration wait = rate.take(caller.counted());
        if (!wait.isZero()) {
            throw Challenges.later(429, CallRate.TOO_MANY, wait);
        }
    }

    /** Never the same as a name: those of callers have no slash before an address. */
    private static String address(HttpServerExchange exchange) {
        InetSocketAddress source = exchange.getSourceAddress();
        return "/" + (source == null || source.getAddress() == null ? "?" : source.getAddress().getHostAddress());
    }
}
