package dev.caravan.call;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import java.util.List;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.util.ObjectHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Finds the error code of an exception, for the route {@code call-failed}. */
@Component("failureCodes")
public record FailureCodes(List<ErrorCode.FailureCode> codes) {

    private static final Logger LOG = LoggerFactory.getLogger(FailureCodes.class);

    /** Returns the name of the error code: {@code INTERNAL_ERROR} if no driver or service declares the exception. */
    public String of(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause) {
        return declared(cause).map(code -> code.code().name()).orElse(ErrorCode.INTERNAL_ERROR.name());
    }

    private Optional<ErrorCode.FailureCode> declared(Exception cause) {
        return codes.stream().filter(code -> ObjectHelper.getException(code.type(), cause) != null).findFirst();
    }

    /** Returns the sentence for the caller, which names the database or service if it is known. */
    Text text(Exception cause, ErrorCode code) {
        return declared(cause).filter(failure -> failure.code() == code).map(failure -> Text.of("failure.of", failure.thing()))
                .orElseGet(() -> Text.of("failure." + code.name()));
    }

    /** Returns the failure in the driver's own words; the exception itself if there are none for the caller. */
    public Exception told(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause) {
        for (ErrorCode.FailureCode code : codes) {
            Exception declared = ObjectHelper.getException(code.type(), cause);
            String sentence = declared == null ? null : code.sentence().apply(declared);
            if (sentence != null) {
                LOG.warn("Step failed code={} reason={}", code.code(), sentence);
                return new ToolException(code.code(), Text.words(sentence));
            }
        }
        return cause;
    }
}
