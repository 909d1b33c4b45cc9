package dev.caravan.http;

import java.io.UncheckedIOException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.web.server.WebServerException;

/** Says at the start why the gateway's port can't be opened, and what to do, without a stack trace. Spring finds it in {@code META-INF/spring.factories}. */
class PortFailureAnalyzer extends AbstractFailureAnalyzer<PortFailureAnalyzer.PortException> {

    /** The gateway's own port can't be opened. */
    static final class PortException extends WebServerException {

        PortException(UncheckedIOException reason) {
            super(reason.getMessage(), reason);
        }
    }

    @Override
    protected FailureAnalysis analyze(Throwable failure, PortException cause) {
        return new FailureAnalysis(cause.getMessage(), "Stop the process that uses the port, or change caravan.http.port or caravan.http.host.", cause);
    }
}
