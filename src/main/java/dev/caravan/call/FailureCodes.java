package dev.caravan.call;

import dev.caravan.envelope.ErrorCode;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.springframework.stereotype.Component;

/** Finds the error code of an exception, for the route {@code call-failed}. */
@Component("failureCodes")
public record FailureCodes(List<ErrorCode.FailureCode> codes) {

    /** Returns the name of the error code: {@code INTERNAL_ERROR} if no driver or service declares the exception. */
    public String of(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause) {
        return codes.stream().filter(code -> code.type().isInstance(cause)).map(code -> code.code().name()).findFirst()
                .orElse(ErrorCode.INTERNAL_ERROR.name());
    }
}
