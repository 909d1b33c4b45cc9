package dev.caravan.http;

import dev.caravan.observe.audit.Refusals;
import dev.caravan.security.caller.Admission;
import dev.caravan.security.caller.Shares;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** Creates guards. Each endpoint needs its own, because camel-undertow sets the next handler on it. */
@Component
public class HttpGuards implements DisposableBean {

    private final AllowedSources allowed;
    private final Admission admission;
    private final GracefulDrain drain;
    private final BodyLimits limits;
    private final Refusals refusals;
    private final Shares<String> requests;
    private final PacedWorkers workers;

    HttpGuards(AllowedSources allowed, Admission admission, GracefulDrain drain, BodyLimits limits, Refusals refusals, HttpProperties properties) {
        this.allowed = allowed;
        this.admission = admission;
        this.drain = drain;
        this.limits = limits;
        this.refusals = refusals;
        this.requests = new Shares<>(properties.maxRequestsPerCaller());
        this.workers = new PacedWorkers(properties.workerThreads());
    }

    /** Creates a guard with the rules of one endpoint. */
    public HttpGuard guard(HttpRules rules) {
        return new HttpGuard(allowed, admission, drain, rules, limits, requests, refusals, workers);
    }

    @Override
    public void destroy() {
        workers.close();
    }
}
