package dev.caravan.security;

import dev.caravan.envelope.Text;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * Decides who may enter, before an endpoint reveals anything: who calls (401), how often (429) and with which scopes (403), in this order.
 * Only this class decides on rates and scopes, of requests and of messages.
 */
@Component
public class Admission {

    private final Authentication authentication;
    private final SecurityProperties security;
    private final Challenges challenges;
    private final FailedLogins failures;
    private final Buckets rate;
    private final Counter refused;
    private final ToolsetFolder toolsets;

    Admission(SecurityProperties security, PublicAddress address, Challenges challenges, TokenAudiences forwarded, FailedLogins failures,
            MeterRegistry meters, Keys keys, ToolsetFolder toolsets) {
        this.authentication = Authentication.of(security, address, challenges, forwarded, keys);
        this.toolsets = toolsets;
        this.security = security;
        this.challenges = challenges;
        this.failures = failures;
        this.rate = new Buckets(security.rateLimit().calls(), security.rateLimit().per(), security.rateLimit().burst());
        this.refused = Counter.builder("caravan.calls.refused")
                .description("Calls refused because a limit of running calls or a rate limit was reached")
                .tag("reason", "rate_limit").register(meters);
    }

    /** Returns whether callers are not identified: mode none. */
    public boolean isOpen() {
        return security.mode() == SecurityProperties.Mode.NONE;
    }

    /** Returns whether {@link #identify} does not block, so that an I/O thread may call it. */
    public boolean isQuick(RequestHeaders headers, Right right) {
        return right == Right.NONE || isOpen() || authentication.isQuick(headers);
    }

    /**
     * Returns the caller and removes the credentials from the request.
     *
     * @return null if callers are not identified
     * @throws HttpRefusal 400 to 503, with the headers that tell what to do
     */
    public Caller identify(Request request, Right right) throws HttpRefusal {
        if (right == Right.NONE) {
            return null;
        }
        if (isOpen()) {
            if (right == Right.SOURCES && security.openToNetwork()) {
                throw new HttpRefusal(403, "In mode none, a gateway that is open to the network lets nobody change its sources over REST."
                        + " Set caravan.security.mode, or edit the files");
            }
            return anyone(request);
        }
        if (security.instanceKeysSuffice() && request.atInstance() && !authentication.isAttempted(request.headers())) {
            return new Caller(null, Set.of(security.scopes().read(), security.scopes().call()), Set.of(), Set.of(), null, request.source(),
                    true);
        }
        return known(request, right);
    }

    /**
     * Counts the request and checks the scopes of the right.
     *
     * @param caller result of {@link #identify}; null permits everything
     * @param path   path for the challenge
     * @throws HttpRefusal 429 or 403
     */
    public void permit(Caller caller, Right right, String path) throws HttpRefusal {
        if (caller != null) {
            count(caller);
            requireScopes(caller, right, path);
        }
    }

    /** Counts a request. */
    public void count(Caller caller) throws HttpRefusal {
        Duration wait = rate.take(caller.counted());
        if (!wait.isZero()) {
            refused.increment();
            throw Challenges.later(429, Text.of("http.rate"), wait);
        }
    }

    /**
     * Returns whether the caller has the scopes of the right. In mode none, everybody has.
     *
     * @param caller null for a sender who was not identified
     */
    public boolean has(Caller caller, Right right) {
        return isOpen() || caller != null && caller.scopes().containsAll(security.scopes().needed(right));
    }

    public void requireScopes(Caller caller, Right right, String path) throws HttpRefusal {
        if (!has(caller, right)) {
            throw challenges.insufficient(path, security.scopes().needed(right));
        }
    }

    /** Returns whether the caller may name another account than its own. */
    public boolean actsForOthers(Caller caller) {
        return caller.scopes().contains(security.scopes().actAs());
    }

    /** Returns whether the credentials of the caller, which were valid, still are. */
    public boolean isCurrent(Caller caller) {
        return isOpen() || caller.name() == null || authentication.isCurrent(caller);
    }

    /**
     * Returns what the caller may use.
     *
     * @param caller null if callers are not identified
     * @param named  toolsets that the address names; each narrows the reach
     */
    public Reach reach(Caller caller, Collection<String> named) {
        List<Collection<String>> all = new ArrayList<>();
        boolean known = caller != null && !isOpen();
        Set<String> own = known ? security.scopes().toolsets(caller) : Set.of();
        if (!own.isEmpty()) {
            all.add(own);
        }
        named.forEach(name -> all.add(List.of(name)));
        return new Reach(known ? caller : null, all, toolsets, security.tagScopes());
    }

    /**
     * Returns which tools of the gateway may be used at an MCP instance: what its caller may use. Where the key of the instance is enough,
     * it is what the owner of the instance may call now by the owner's key; in mode oauth2, everything that the owner has bound.
     *
     * @param owner name of the instance's owner
     */
    public Reach reachAtInstance(Caller caller, String owner) {
        if (isOpen() || caller.name() != null) {
            return reach(caller, List.of());
        }
        Caller named = authentication.named(owner);
        boolean mayCall = named != null && !named.isExpired() && has(named, Right.CALL);
        return security.mode() == SecurityProperties.Mode.OAUTH2 ? new Reach(null, List.of(), toolsets, Map.of())
                : mayCall ? reach(named, List.of()) : new Reach(null, List.of(List.of()), toolsets, Map.of());
    }

    /** Returns the refusal of a request with this right for what has these tags; it names all scopes that are needed. */
    public HttpRefusal insufficient(Right right, Set<String> tags) {
        Set<String> needed = new LinkedHashSet<>(security.scopes().needed(right));
        tags.stream().map(security.tagScopes()::get).filter(Objects::nonNull).forEach(needed::add);
        return challenges.insufficient(PublicAddress.MCP, needed);
    }

    /** Identifies the caller. Valid credentials pass from every address, so that a client behind the same proxy can't lock out others. */
    private Caller known(Request request, Right right) throws HttpRefusal {
        boolean attempted = authentication.isAttempted(request.headers());
        Duration pause = attempted ? failures.pause(request.source()) : Duration.ZERO;
        if (!pause.isZero() && !authentication.isQuick(request.headers())) {
            throw Challenges.later(429, FailedLogins.TOO_MANY, pause);
        }
        try {
            return authentication.caller(request.headers(), request.path(), right);
        } catch (HttpRefusal refusal) {
            if (!attempted || refusal.status() != 401) {
                throw refusal;
            }
            if (!pause.isZero()) {
                throw Challenges.later(429, FailedLogins.TOO_MANY, pause);
            }
            failures.failed(request.source());
            throw refusal;
        }
    }

    /** Returns the caller in mode none, only for the rate limit; null if there is no limit. */
    private Caller anyone(Request request) {
        if (rate.isOff()) {
            return null;
        }
        String claimed = request.headers().first(Caller.CLAIM);
        return new Caller(null, Set.of(), Set.of(), Set.of(), null, claimed == null ? request.source() : claimed, false);
    }

    /**
     * A request whose caller is not known yet.
     *
     * @param headers    headers; the credentials are removed from them
     * @param path       path of the endpoint, for the challenge
     * @param atInstance whether the path names an MCP instance by its key
     * @param source     name under which callers without a name are counted; begins with a slash, unlike names
     */
    public record Request(RequestHeaders headers, String path, boolean atInstance, String source) {
    }
}
