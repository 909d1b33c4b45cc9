package dev.caravan.security;

import dev.caravan.security.caller.Admission;
import dev.caravan.security.caller.AdmissionRequest;
import dev.caravan.security.caller.Caller;
import dev.caravan.security.caller.HttpRefusal;
import dev.caravan.security.caller.RequestHeaders;
import dev.caravan.security.caller.Right;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * Checks who calls (401), how often (429) and with which scopes (403), in this order. Only this class decides on rates and scopes: of
 * requests, and through {@link AuthorizeMessage} of messages.
 */
@Component
class CallerAdmission implements Admission {

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
    public boolean isQuick(RequestHeaders headers, Right right) {
        return right == Right.NONE || authentication.isQuick(headers);
    }

    @Override
    public Caller identify(AdmissionRequest request, Right right) throws HttpRefusal {
        if (right == Right.NONE) {
            return null;
        }
        if (security.mode() == SecurityProperties.Mode.NONE) {
            if (right == Right.SOURCES && security.openToNetwork()) {
                throw new HttpRefusal(403, "In mode none, a gateway that is open to the network lets nobody change its sources over REST. Set caravan.security.mode, or edit the files");
            }
            return anyone(request);
        }
        if (security.instanceKeysSuffice() && request.atInstance() && !authentication.isAttempted(request.headers())) {
            return new Caller(null, instanceScopes, Set.of(), null, request.source(), true);
        }
        return known(request, right);
    }

    @Override
    public void permit(Caller caller, Right right, String path) throws HttpRefusal {
        if (caller != null) {
            count(caller);
            requireScopes(caller, right, path);
        }
    }

    void count(Caller caller) throws HttpRefusal {
        Duration wait = rate.take(caller.counted());
        if (!wait.isZero()) {
            throw Challenges.later(429, CallRate.TOO_MANY, wait);
        }
    }

    @Override
    public boolean has(Caller caller, Right right) {
        return security.mode() == SecurityProperties.Mode.NONE || caller != null && caller.scopes().containsAll(scopes.needed(right));
    }

    void requireScopes(Caller caller, Right right, String path) throws HttpRefusal {
        if (!has(caller, right)) {
            throw challenges.insufficient(path, scopes.needed(right));
        }
    }

    /** Identifies the caller. Valid credentials pass from every address, so that a client behind the same proxy can't lock out others. */
    private Caller known(AdmissionRequest request, Right right) throws HttpRefusal {
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
    private Caller anyone(AdmissionRequest request) {
        if (rate.isOff()) {
            return null;
        }
        String claimed = request.headers().first(IdentifyCaller.CLAIM);
        return new Caller(null, Set.of(), Set.of(), null, claimed == null ? request.source() : claimed, false);
    }
}
