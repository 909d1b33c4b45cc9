package dev.caravan.database.opensearch;

import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.Dialect;
import dev.caravan.envelope.AnswerTooBigException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Explains errors of OpenSearch and failures of its connections. */
@Component
class OpenSearchDialect implements Dialect {

    /** Errors of a node that is stopping or starting. */
    private static final List<String> GONE = List.of("node_closed", "already_closed", "alreadyclosed", "no_shard_available", "unavailable_shards", "shard_state", "shard_closed",
            "node_disconnected", "node_not_connected", "not_discovered", "rejected_execution", "recovery_exception", "engine_closed");

    private final OpenSearchDatabases databases;

    OpenSearchDialect(OpenSearchDatabases databases) {
        this.databases = databases;
    }

    @Override
    public String family() {
        return "opensearch";
    }

    @Override
    public void ping(String database) throws Exception {
        databases.ping(database);
    }

    /** Explains a failure. Drops the mappings if OpenSearch no longer has the index. */
    @Override
    public Optional<Meaning> meaning(String database, Throwable cause) {
        for (Throwable link = cause; link != null; link = link.getCause()) {
            if (link instanceof OpenSearchException refused) {
                if (refused.status() == 404) {
                    databases.get(database).catalogue().forget();
                }
                return Optional.of(new Meaning(type(refused), refused.getMessage()));
            }
            if (link instanceof IOException lost) {
                return Optional.of(new Meaning(type(lost), lost.getMessage()));
            }
        }
        return Optional.empty();
    }

    /** @param cause an OpenSearchException or an IOException */
    static Type type(Exception cause) {
        return cause instanceof OpenSearchException refused ? type(refused) : type((IOException) cause);
    }

    private static Type type(OpenSearchException refused) {
        String types = refused.types();
        if (types.contains("timeout") || types.contains("task_cancelled") || types.contains("time_exceeded") || refused.getMessage().contains("Time exceeded")
                || refused.status() == 408 || refused.status() == 504) {
            return Type.TIMEOUT;
        }
        if (types.contains("cluster_block_exception") && refused.status() != 503) {
            return Type.PERMISSION;
        }
        if (types.contains("too_many_buckets")) {
            return Type.QUERY;
        }
        if (GONE.stream().anyMatch(types::contains)) {
            return Type.CONNECTION;
        }
        return switch (refused.status()) {
            case 401, 403 -> Type.PERMISSION;
            case 409 -> Type.INTEGRITY;
            case 429, 502, 503 -> Type.CONNECTION;
            default -> Type.QUERY;
        };
    }

    /** Returns the type of a lost connection. A timeout before there is a connection, also one of the pool, is not the timeout of an answer. */
    private static Type type(IOException lost) {
        boolean isLate = lost instanceof SocketTimeoutException && !String.valueOf(lost.getMessage()).startsWith("Connect to ");
        return lost instanceof AnswerTooBigException ? Type.QUERY : isLate ? Type.TIMEOUT : Type.CONNECTION;
    }
}
