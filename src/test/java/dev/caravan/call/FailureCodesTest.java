package dev.caravan.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.envelope.ErrorCode;
import java.io.IOException;
import java.net.ConnectException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An exception has the code that its driver declares, as its superclass may have; any other is the gateway's own failure. */
class FailureCodesTest {

    private final FailureCodes codes = new FailureCodes(List.of(new ErrorCode.FailureCode(IllegalStateException.class, ErrorCode.DB_ERROR),
            new ErrorCode.FailureCode(IOException.class, ErrorCode.UPSTREAM_ERROR)));

    @Test
    void declaredExceptionsHaveTheirCode() {
        assertThat(codes.of(new IllegalStateException())).isEqualTo("DB_ERROR");
        assertThat(codes.of(new ConnectException())).isEqualTo("UPSTREAM_ERROR");
        assertThat(codes.of(new IllegalArgumentException())).isEqualTo("INTERNAL_ERROR");
    }
}
