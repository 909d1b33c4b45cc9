package dev.caravan.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.envelope.ErrorCode;
import java.io.IOException;
import java.net.ConnectException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** An exception has the code that its driver declares, as its superclass may have; any other is the gateway's own failure. */
class FailureCodesTest {

    private final FailureCodes codes = new FailureCodes(List.of(
            new ErrorCode.FailureCode(IllegalStateException.class, ErrorCode.DB_ERROR, "MongoDB (documents)"),
            new ErrorCode.FailureCode(IOException.class, ErrorCode.UPSTREAM_ERROR, "The endpoint")));

    @Test
    void declaredExceptionsHaveTheirCode() {
        assertThat(codes.of(new IllegalStateException())).isEqualTo("DB_ERROR");
        assertThat(codes.of(new ConnectException())).isEqualTo("UPSTREAM_ERROR");
        assertThat(codes.of(new IllegalArgumentException())).isEqualTo("INTERNAL_ERROR");
    }

    @Test
    void theSentenceNamesTheDatabase() {
        assertThat(codes.text(new IllegalStateException(), ErrorCode.DB_ERROR).in(Locale.ENGLISH))
                .isEqualTo("MongoDB (documents) can't be reached or refused the operation");
        assertThat(codes.text(new IllegalStateException(), ErrorCode.DB_ERROR).in(Locale.CHINESE)).startsWith("MongoDB (documents) ");
        assertThat(codes.text(new IOException(), ErrorCode.DB_ERROR).in(Locale.ENGLISH)).as("of a route that has set another code")
                .startsWith("The database");
    }
}
