package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.Driver;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the embedded servers can't be brought to say: the codes of the real ones become the types of document 4. */
class SqlFailuresTest {

    static Stream<Arguments> ofSqlServers() {
        return Stream.of(
                Arguments.of("23505", 0, Type.INTEGRITY), Arguments.of("23503", 0, Type.INTEGRITY),
                Arguments.of("23000", 1062, Type.INTEGRITY), Arguments.of("HY000", 1364, Type.INTEGRITY),
                Arguments.of("42501", 0, Type.PERMISSION), Arguments.of("25006", 0, Type.PERMISSION),
                Arguments.of("28P01", 0, Type.PERMISSION), Arguments.of("42000", 1142, Type.PERMISSION),
                Arguments.of("28000", 1045, Type.PERMISSION), Arguments.of("25006", 1792, Type.PERMISSION),
                Arguments.of("57014", 0, Type.TIMEOUT), Arguments.of("55P03", 0, Type.TIMEOUT),
                Arguments.of("40P01", 0, Type.TIMEOUT), Arguments.of("40001", 1213, Type.TIMEOUT),
                Arguments.of("HY000", 1205, Type.TIMEOUT), Arguments.of("HY000", 3024, Type.TIMEOUT),
                Arguments.of("70100", 1969, Type.TIMEOUT), Arguments.of("08006", 0, Type.CONNECTION),
                Arguments.of("57P01", 0, Type.CONNECTION), Arguments.of("53300", 0, Type.CONNECTION),
                Arguments.of("08S01", 0, Type.CONNECTION), Arguments.of("22003", 1264, Type.QUERY));
    }

    @ParameterizedTest
    @MethodSource("ofSqlServers")
    void sqlStatesAndCodesMapToErrorTypes(String state, int code, Type expected) {
        assertThat(SqlFailures.meaning(new RuntimeException(new SQLException("reason", state, code)))).map(Driver.Meaning::type)
                .contains(expected);
    }

    @Test
    void silentAndRefusedSocketsAreErrors() {
        assertThat(SqlFailures.meaning(new SQLException("io", "08006", new SocketTimeoutException()))).map(Driver.Meaning::type)
                .contains(Type.TIMEOUT);
        assertThat(SqlFailures.meaning(new SQLException("io", "08001", new ConnectException()))).map(Driver.Meaning::type)
                .contains(Type.CONNECTION);
        assertThat(SqlFailures.meaning(new IllegalStateException())).isEmpty();
    }
}
