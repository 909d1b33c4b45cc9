package dev.caravan.database.mongo;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.caravan.database.Driver;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the embedded server can't be brought to say: the codes of the real one become the types of document 4. */
class MongoFailuresTest {

    private static final ServerAddress SERVER = new ServerAddress("db.internal", 27017);

    static Stream<Arguments> ofMongo() {
        return Stream.of(
                Arguments.of(write(11000), Type.INTEGRITY), Arguments.of(write(121), Type.INTEGRITY),
                Arguments.of(command(13), Type.PERMISSION), Arguments.of(command(18), Type.PERMISSION),
                Arguments.of(new MongoSecurityException(MongoCredential.createCredential("u", "admin", "s3cret".toCharArray()), "no"),
                        Type.PERMISSION),
                Arguments.of(new MongoExecutionTimeoutException(50, "operation exceeded time limit"), Type.TIMEOUT),
                Arguments.of(command(262), Type.TIMEOUT), Arguments.of(command(112), Type.TIMEOUT),
                Arguments.of(new MongoSocketReadTimeoutException("silent", SERVER, new SocketTimeoutException()), Type.TIMEOUT),
                Arguments.of(new MongoOperationTimeoutException("Operation timed out"), Type.TIMEOUT),
                Arguments.of(
                        new MongoOperationTimeoutException("late", new MongoSocketOpenException("refused", SERVER, new ConnectException())),
                        Type.CONNECTION),
                Arguments.of(new MongoTimeoutException("Timed out while waiting for a server"), Type.CONNECTION),
                Arguments.of(new MongoSocketOpenException("refused", SERVER, new ConnectException()), Type.CONNECTION),
                Arguments.of(command(10107), Type.CONNECTION),
                Arguments.of(command(11600), Type.CONNECTION), Arguments.of(command(2), Type.QUERY), Arguments.of(command(66), Type.QUERY));
    }

    private static MongoWriteException write(int code) {
        return new MongoWriteException(new WriteError(code, "refused", new BsonDocument()), SERVER, Set.of());
    }

    private static MongoCommandException command(int code) {
        return new MongoCommandException(new BsonDocument("ok", new BsonInt32(0)).append("code", new BsonInt32(code)).append("errmsg",
                new BsonString("reason of the server")), SERVER);
    }

    @ParameterizedTest
    @MethodSource("ofMongo")
    void codesMapToErrorTypes(Exception thrown, Type expected) {
        Optional<Driver.Meaning> meaning = MongoDriver.meaning(new RuntimeException(thrown));
        assertThat(meaning).map(Driver.Meaning::type).contains(expected);
        if (thrown instanceof MongoCommandException) {
            assertThat(meaning.get().message()).isEqualTo("reason of the server");
        }
    }
}
