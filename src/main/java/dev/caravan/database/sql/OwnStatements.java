package dev.caravan.database.sql;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.ExplainedFailures;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseValues;
import dev.caravan.envelope.Envelope;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.camel.Consumer;
import org.apache.camel.DelegateEndpoint;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.NoTypeConversionAvailableException;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.component.sql.DefaultRowMapperFactory;
import org.apache.camel.component.sql.DefaultSqlPrepareStatementStrategy;
import org.apache.camel.component.sql.RowMapperFactory;
import org.apache.camel.component.sql.SqlConstants;
import org.apache.camel.component.sql.SqlEndpoint;
import org.apache.camel.component.sql.SqlHelper;
import org.apache.camel.component.sql.SqlProducer;
import org.apache.camel.spi.EndpointStrategy;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.DefaultProducer;
import org.apache.camel.support.service.ServiceHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.stereotype.Component;
import org.sqlite.SQLiteException;

/**
 * Serves the SQL that operators write in routes: {@code sql:STATEMENT?dataSource=#database-NAME}. The database prepares the statement when
 * its endpoint is made, so that a mistake refuses the routes file. Rows are JSON, as {@code db_query} answers them. In a tool with
 * {@code readOnlyHint} the database refuses changes. A failure is {@code DB_ERROR} with the database's own sentence.
 */
@Component
final class OwnStatements implements EndpointStrategy {

    private static final Logger LOG = LoggerFactory.getLogger(OwnStatements.class);
    /** A name in a statement. Camel replaces {@code #} by {@code ?} unless {@code usePlaceholder} is false. */
    private static final Pattern NAMED = Pattern.compile(":[?#](in:)?(\\w+)");

    /** SQLSTATE of what depends on the values: their types and rights. */
    private static final Set<String> LATER = Set.of("42P18", "42725", "42501");
    private static final Map<DatabaseKind, String> READ_ONLY = Map.of(DatabaseKind.POSTGRESQL, "set transaction read only",
            DatabaseKind.MYSQL, "start transaction read only", DatabaseKind.SQLITE, "pragma query_only = on");
    /** Time after a failed connection in which statements are not checked, so that loading many files does not wait for each. */
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(10);

    private final ObjectProvider<SqlDriver> databases;
    private final ObjectProvider<ExplainedFailures> failures;
    /** {database: time of the last failed connection}. */
    private final Map<String, Long> away = new ConcurrentHashMap<>();

    /** Camel asks for this bean while it makes the context, which the databases need. */
    OwnStatements(ObjectProvider<SqlDriver> databases, ObjectProvider<ExplainedFailures> failures) {
        this.databases = databases;
        this.failures = failures;
    }

    @Override
    public Endpoint registerEndpoint(String uri, Endpoint endpoint) {
        if (!(endpoint instanceof SqlEndpoint sql) || sql.isUseMessageBodyForSql()) {
            return endpoint;
        }
        String name = databases.getObject().nameOf(sql.getDataSource());
        return name == null ? endpoint : new OwnEndpoint(sql, name, databases.getObject().get(name));
    }

    /** Returns the failure of a call, in the words of the database. */
    private Exception told(Exception cause, String name, SqlDatabase database) {
        boolean much = SqlFailures.isTooMuch(cause) || SqlFailures.isOneRow(cause);
        Exception told = much ? DatabaseFailure.query("database.tooMuch", name, database.settings().maxRead().toKilobytes())
                : failures.getObject().explained(cause, name);
        if (!(told instanceof DatabaseFailure failure)) {
            return told;
        }
        LOG.warn("Statement failed database={} cause={}", name, failure.getMessage());
        ToolException error = new ToolException(ErrorCode.DB_ERROR, failure.text(), failure.detail());
        error.initCause(cause); // for an onException of the route
        return error;
    }

    /** An endpoint of camel-sql, with the rows, the rights and the failures of this class. */
    private final class OwnEndpoint extends DefaultEndpoint implements DelegateEndpoint {

        private final SqlEndpoint sql;
        private final String name;
        private final SqlDatabase database;
        private final List<String> arguments;
        /** How many values the statement takes; 0 if camel-sql must ask in each call. */
        private final int places;

        OwnEndpoint(SqlEndpoint sql, String name, SqlDatabase database) {
            super(sql.getEndpointUri(), sql.getComponent());
            this.sql = sql;
            this.name = name;
            this.database = database;
            if (sql.getRowMapperFactory() == null || sql.getRowMapperFactory() instanceof DefaultRowMapperFactory) {
                sql.setRowMapperFactory(new JsonRows(database));
            }
            String text = text(sql);
            this.arguments = NAMED.matcher(text).results().map(named -> named.group(2)).distinct().toList();
            this.places = prepare(text);
        }

        private static String text(SqlEndpoint sql) {
            try {
                return SqlHelper.resolveQuery(sql.getCamelContext(), sql.getQuery(), sql.isUsePlaceholder() ? sql.getPlaceholder() : null);
            } catch (IOException | NoTypeConversionAvailableException e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
        }

        /**
         * Lets the database prepare the statement.
         *
         * @throws IllegalArgumentException with the database's own sentence, if the statement can never run
         */
        private int prepare(String text) {
            Long failed = away.get(name);
            if (failed != null && System.nanoTime() - failed < PAUSE) {
                return 0;
            }
            try (Connection connection = database.source().getConnection();
                    PreparedStatement statement = connection.prepareStatement(
                            new DefaultSqlPrepareStatementStrategy().prepareQuery(NAMED.matcher(text).replaceAll(":?$2"), true, null))) {
                statement.getMetaData();
                boolean lists = NAMED.matcher(text).results().anyMatch(named -> named.group(1) != null);
                return lists ? 0 : statement.getParameterMetaData().getParameterCount();
            } catch (SQLException e) {
                String reason = failures.getObject().explained(e, name).getMessage();
                String state = String.valueOf(e.getSQLState());
                if (e instanceof SQLiteException ? SqlFailures.type(e) == Type.QUERY : state.startsWith("42") && !LATER.contains(state)) {
                    throw new IllegalArgumentException(reason);
                }
                if (SqlFailures.type(e) == Type.CONNECTION) {
                    away.put(name, System.nanoTime());
                }
                LOG.warn("Statement not checked before its first call reason=\"{}\"", reason);
                return 0;
            }
        }

        @Override
        public Endpoint getEndpoint() {
            return sql;
        }

        @Override
        protected void doInit() {
            // camel-sql's own endpoint has the options
        }

        @Override
        public Consumer createConsumer(Processor processor) throws Exception {
            return sql.createConsumer(processor);
        }

        @Override
        public Producer createProducer() throws Exception {
            SqlProducer runner = (SqlProducer) sql.createProducer();
            if (places > 0) {
                runner.setParametersCount(places);
            }
            return new DefaultProducer(this) {
                @Override
                public void process(Exchange exchange) throws Exception {
                    for (String argument : arguments) {
                        if (!SqlHelper.hasParameter(argument, exchange, exchange.getMessage().getBody())) {
                            throw new ToolException(ErrorCode.INVALID_ARGUMENT, Text.of("database.noArgument", argument));
                        }
                    }
                    try {
                        run(runner, exchange);
                    } catch (Exception e) {
                        throw told(e, name, database);
                    }
                }

                @Override
                protected void doStart() throws Exception {
                    ServiceHelper.startService(sql, runner);
                }

                @Override
                protected void doStop() throws Exception {
                    ServiceHelper.stopService(runner);
                }
            };
        }

        private void run(SqlProducer runner, Exchange exchange) throws Exception {
            if (!exchange.getProperty(Envelope.READS, false, boolean.class)) {
                runner.process(exchange);
                return;
            }
            boolean lite = database.settings().type() == DatabaseKind.SQLITE;
            try (Connection connection = (lite ? database.source() : database.inParts()).getConnection();
                    Statement mode = connection.createStatement()) {
                mode.execute(READ_ONLY.get(database.settings().type())); // the pool rolls back what is open
                exchange.getMessage().setHeader(SqlConstants.SQL_DATA_SOURCE, new SingleConnectionDataSource(connection, true));
                try {
                    runner.process(exchange);
                } finally {
                    exchange.getMessage().removeHeader(SqlConstants.SQL_DATA_SOURCE);
                    if (lite) {
                        mode.execute("pragma query_only = off");
                    }
                }
            }
        }
    }

    /** Rows as maps of values. Fails above the limit of bytes, because a statement of an operator has its own LIMIT. */
    private record JsonRows(SqlDatabase database) implements RowMapperFactory {

        @Override
        public RowMapper<?> newColumnRowMapper() {
            RowMapper<BoundedRows.SqlRow> rows = new BoundedRows(database.rules(), database.settings().maxRead().toBytes())
                    .newColumnRowMapper();
            return (result, number) -> {
                BoundedRows.SqlRow row = rows.mapRow(result, number);
                if (row == null) {
                    throw new BoundedRows.LargeRowException();
                }
                return DatabaseValues.JSON.convertValue(row.object(), Map.class);
            };
        }

        @Override
        public RowMapper<?> newBeanRowMapper(Class<?> type) {
            return new DefaultRowMapperFactory().newBeanRowMapper(type);
        }
    }
}
