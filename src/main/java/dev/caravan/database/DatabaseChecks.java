package dev.caravan.database;

import dev.caravan.health.Check;
import dev.caravan.health.Checks;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.springframework.boot.actuate.health.Health;
import org.springframework.stereotype.Component;

/** {@code database-NAME} in health: each database of the {@code db_*} tools. */
@Component
class DatabaseChecks implements Checks {

    private static final int LIMIT_SECONDS = 1;

    /** Asks one; throws if it isn't there. */
    private interface Question {
        void ask() throws Exception;
    }

    private final List<Check> all;

    DatabaseChecks(DatabaseProperties properties, SqlDatabases sql, MongoDatabases mongo, RedisDatabases redis, OpenSearchDatabases openSearch,
            SupabaseDatabases supabase) {
        this.all = properties.databases().entrySet().stream().map(entry -> {
            String name = entry.getKey();
            Question question = switch (entry.getValue().type()) {
                case POSTGRESQL, MYSQL, SQLITE -> () -> connect(sql.get(name));
                case MONGODB -> () -> mongo.get(name).client().getDatabase(mongo.get(name).database()).runCommand(new Document("ping", 1));
                case REDIS -> () -> ping(redis.get(name));
                case OPENSEARCH -> () -> openSearch.ping(name);
                case SUPABASE -> () -> supabase.description(name);
            };
            return check(name, entry.getValue().type(), question);
        }).toList();
    }

    private static Check check(String database, DatabaseKind kind, Question question) {
        return new Check() {
            @Override
            public String name() {
                return "database-" + database;
            }

            @Override
            public Health ask() throws Exception {
                question.ask();
                return Check.up(Map.of("type", kind.word()));
            }
        };
    }

    private static void connect(SqlDatabase database) throws Exception {
        try (Connection connection = database.source().getConnection()) {
            if (!connection.isValid(LIMIT_SECONDS)) {
                throw new IllegalStateException("The connection is of no use");
            }
        }
    }

    private static void ping(RedisDatabase database) {
        try (RedisSession session = database.open()) {
            session.ask("PING", redis -> redis.ping());
        }
    }

    @Override
    public List<Check> all() {
        return all;
    }
}
