package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoCredential;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteException;
import com.mongodb.ServerAddress;
import com.mongodb.WriteError;
import dev.caravan.database.DatabaseFailure.Type;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.util.unit.DataSize;

/** What the embedded servers can't be brought to say: the codes of the real ones become the types of document 4. */
class DatabaseFailuresTest {

    private static final ServerAddress SERVER = new ServerAddress("db.internal", 27017);

    static Stream<Arguments> ofSqlServers() {
        return Stream.of(
                Arguments.of("23505", 0, Type.INTEGRITY), Arguments.of("23503", 0, Type.INTEGRITY), Arguments.of("23000", 1062, Type.INTEGRITY), Arguments.of("HY000", 1364, Type.INTEGRITY),
                Arguments.of("42501", 0, Type.PERMISSION), Arguments.of("25006", 0, Type.PERMISSION), Arguments.of("28P01", 0, Type.PERMISSION), Arguments.of("42000", 1142, Type.PERMISSION),
                Arguments.of("28000", 1045, Type.PERMISSION), Arguments.of("25006", 1792, Type.PERMISSION), Arguments.of("57014", 0, Type.TIMEOUT), Arguments.of("55P03", 0, Type.TIMEOUT),
                Arguments.of("40P01", 0, Type.TIMEOUT), Arguments.of("40001", 1213, Type.TIMEOUT), Arguments.of("HY000", 1205, Type.TIMEOUT), Arguments.of("HY000", 3024, Type.TIMEOUT),
                Arguments.of("70100", 1969, Type.TIMEOUT), Arguments.of("08006", 0, Type.CONNECTION), Arguments.of("57P01", 0, Type.CONNECTION), Arguments.of("53300", 0, Type.CONNECTION),
                Arguments.of("08S01", 0, Type.CONNECTION), Arguments.of("22P02", 0, Type.QUERY), Arguments.of("42883", 0, Type.QUERY), Arguments.of("22003", 1264, Type.QUERY));
    }

    @ParameterizedTest
    @MethodSource("ofSqlServers")
    void statesAndCodesOfSqlServers(String state, int code, Type expected) {
        assertThat(new SqlFailures(null).meaning("any", new RuntimeException(new SQLException("reason", state, code)))).map(DriverFailures.Meaning::type).contains(expected);
    }

    @Test
    void aSocketThatIsSilentOrRefused() {
        SqlFailures failures = new SqlFailures(null);
        assertThat(failures.meaning("any", new SQLException("io", "08006", new SocketTimeoutException()))).map(DriverFailures.Meaning::type).contains(Type.TIMEOUT);
        assertThat(failures.meaning("any", new SQLException("io", "08001", new ConnectException()))).map(DriverFailures.Meaning::type).contains(Type.CONNECTION);
        assertThat(failures.meaning("any", new IllegalStateException())).isEmpty();
    }

    static Stream<Arguments> ofMongo() {
        return Stream.of(
                Arguments.of(write(11000), Type.INTEGRITY), Arguments.of(write(121), Type.INTEGRITY), Arguments.of(command(13), Type.PERMISSION), Arguments.of(command(18), Type.PERMISSION),
                Arguments.of(new MongoSecurityException(MongoCredential.createCredential("u", "admin", "s3cret".toCharArray()), "no"), Type.PERMISSION),
                Arguments.of(new MongoExecutionTimeoutException(50, "operation exceeded time limit"), Type.TIMEOUT), Arguments.of(command(262), Type.TIMEOUT), Arguments.of(command(112), Type.TIMEOUT),
                Arguments.of(new MongoSocketReadTimeoutException("silent", SERVER, new SocketTimeoutException()), Type.TIMEOUT),
                Arguments.of(new MongoOperationTimeoutException("Operation timed out"), Type.TIMEOUT),
                Arguments.of(new MongoOperationTimeoutException("late", new MongoSocketOpenException("refused", SERVER, new ConnectException())), Type.CONNECTION),
                Arguments.of(new MongoTimeoutException("Timed out while waiting for a server"), Type.CONNECTION),
                Arguments.of(new MongoSocketOpenException("refused", SERVER, new ConnectException()), Type.CONNECTION), Arguments.of(command(10107), Type.CONNECTION),
                Arguments.of(command(11600), Type.CONNECTION), Arguments.of(command(2), Type.QUERY), Arguments.of(command(66), Type.QUERY));
    }

    private static MongoWriteException write(int code) {
        return new MongoWriteException(new WriteError(code, "refused", new BsonDocument()), SERVER, Set.of());
    }

    private static MongoCommandException command(int code) {
        return new MongoCommandException(new BsonDocument("ok", new BsonInt32(0)).append("code", new BsonInt32(code)).append("errmsg", new BsonString("reason of the server")), SERVER);
    }

    @ParameterizedTest
    @MethodSource("ofMongo")
    void codesOfMongo(Exception thrown, Type expected) {
        Optional<DriverFailures.Meaning> meaning = new MongoFailures().meaning("any", new RuntimeException(thrown));
        assertThat(meaning).map(DriverFailures.Meaning::type).contains(expected);
        if (thrown instanceof MongoCommandException) {
            assertThat(meaning.get().message()).isEqualTo("reason of the server");
        }
    }

    @Test
    void messagesLoseAddressesAndSecrets() {
        DatabaseProperties.Database settings = new DatabaseProperties.Database(DatabaseKind.POSTGRESQL, "jdbc:postgresql://db.internal/shop", "u", "hunter2-secret", "k3y-secret", "public", false,
                List.of(), List.of(), Duration.ofSeconds(4), Duration.ofSeconds(2), 1, 1, DataSize.ofMegabytes(1));
        DatabaseFailures failures = new DatabaseFailures(new DatabaseProperties(Map.of("shop", settings)), List.of(new SqlFailures(null)));
        SQLException thrown = new SQLException("ERROR: value \"hunter2-secret\" of k3y-secret at jdbc:postgresql://u:p@db.internal:5432/shop?ssl=1 is wrong\n  Hint: none\n  Where: line 3", "22P02");

        DatabaseFailure failure = catchThrowableOfType(DatabaseFailure.class, () -> failures.explain(thrown, "shop"));

        assertThat(failure.text().in(Locale.ENGLISH)).isEqualTo("shop: value \"…\" of … at … is wrong; Hint: none");
    }
}
