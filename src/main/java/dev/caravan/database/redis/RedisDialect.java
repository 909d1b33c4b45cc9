package dev.caravan.database.redis;

import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.Dialect;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Explains exceptions of the Redis client by the first word of the server's error. Other failures are connection errors. */
@Component
class RedisDialect implements Dialect {

    private static final Set<String> PERMISSION = Set.of("NOAUTH", "WRONGPASS", "NOPERM", "READONLY");
    private static final Set<String> CONNECTION = Set.of("LOADING", "MASTERDOWN", "CLUSTERDOWN", "NOREPLICAS", "ERR max");
    private static final String TRANSACTION_REFUSED = "EXECABORT Transaction discarded because of: ";

    private final RedisDatabases databases;

    RedisDialect(RedisDatabases databases) {
        this.databases = databases;
    }

    @Override
    public String family() {
        return "redis";
    }

    @Override
    public void ping(String database) {
        try (RedisSession session = databases.get(database).open()) {
            session.ask("PING", redis -> redis.ping());
        }
    }

    @Override
    public Optional<Meaning> meaning(String database, Throwable cause) {
        RedisException found = null;
        int depth = 0;
        for (Throwable link = cause; link != null && depth++ < 20; link = link.getCause()) {
            if (link instanceof RedisException redis && (found == null || redis instanceof RedisCommandExecutionException)) {
                found = redis;
            }
        }
        return Optional.ofNullable(found).map(thrown -> new Meaning(type(thrown), thrown.getMessage()));
    }

    private static Type type(RedisException thrown) {
        if (!(thrown instanceof RedisCommandExecutionException)) {
            return thrown instanceof RedisCommandTimeoutException || thrown instanceof RedisCommandInterruptedException ? Type.TIMEOUT : Type.CONNECTION;
        }
        String message = String.valueOf(thrown.getMessage()).replace(TRANSACTION_REFUSED, "");
        if (PERMISSION.stream().anyMatch(message::startsWith) || message.startsWith("ERR invalid password")) {
            return Type.PERMISSION;
        }
        return CONNECTION.stream().anyMatch(message::startsWith) ? Type.CONNECTION : message.startsWith("BUSY ") ? Type.TIMEOUT : Type.QUERY;
    }
}
