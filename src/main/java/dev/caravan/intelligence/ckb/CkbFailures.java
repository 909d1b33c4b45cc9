package dev.caravan.intelligence.ckb;

import dev.caravan.envelope.LateException;
import dev.caravan.envelope.UnreachableException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.apache.camel.CamelExchangeException;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** Finds the reason of a failure in the exception of a question's steps. */
@Component("ckbFailures")
public class CkbFailures {

    private static final int QUOTED = 500;

    /** Fails with the reason, and with whether CKB is to be left alone for it. */
    public Object fail(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception caught, @Variable("ckbRequest") CkbRequest request)
            throws CkbException {
        Throwable cause = bare(caught);
        if (cause instanceof InterruptedException) {
            Thread.currentThread().interrupt(); // keeps the interruption visible to the steps that follow
            throw new CkbException(CkbAnswer.INTERRUPTED, false, cause);
        }
        if (cause instanceof LateException || cause instanceof TimeoutException) {
            String words = "Connection timeout after " + waited(cause, request).toMillis() + "ms";
            throw new CkbException(CkbAnswer.failed(CkbAnswer.CONNECTION_TIMEOUT, words), true, cause);
        }
        boolean isUnhealthy = cause instanceof UnreachableException || request.isChecking();
        throw new CkbException(CkbAnswer.failed(isUnhealthy ? CkbAnswer.HEALTH_CHECK_FAILED : CkbAnswer.MCP_ERROR, words(cause)), true,
                cause);
    }

    /** Returns the question's whole time if it is over, otherwise the timeout in the server's own settings. */
    private static Duration waited(Throwable cause, CkbRequest request) {
        return cause instanceof LateException late && request.left().toMillis() > 0 ? late.limit() : request.limit();
    }

    /** Unwraps Camel's exceptions. */
    private static Throwable bare(Throwable caught) {
        Throwable cause = caught;
        while ((cause instanceof CamelExchangeException || cause instanceof RuntimeCamelException) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    static String words(Throwable cause) {
        String message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        int characters = message.codePointCount(0, message.length());
        return characters <= QUOTED ? message : message.substring(0, message.offsetByCodePoints(0, QUOTED)) + "…";
    }
}
