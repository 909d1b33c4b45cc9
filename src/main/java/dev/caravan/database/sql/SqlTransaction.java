package dev.caravan.database.sql;

import dev.caravan.database.Advanced;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.Filters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jooq.Configuration;
import org.jooq.DSLContext;
import org.jooq.Query;
import org.jooq.SQLDialect;
import org.jooq.conf.ParamType;
import org.jooq.conf.RenderNameCase;
import org.jooq.conf.RenderQuotedNames;
import org.jooq.conf.Settings;
import org.jooq.impl.DSL;
import org.jooq.impl.DefaultVisitListenerProvider;
import org.jooq.impl.ParserException;

/**
 * Checks the statements of a caller. Each statement is parsed, and the statement that runs is rendered from the parsed tree, so nothing unchecked is
 * run. Only SELECT, INSERT, UPDATE and DELETE on allowed tables pass. Functions that the parser does not know are refused.
 */
final class SqlTransaction {

    /** Begins a hint. The parser copies hints unchecked into the statement, and in PostgreSQL a hint may end a later comment. */
    private static final String HINT = "/*+";

    private final SqlDatabase database;
    private final DSLContext parser;

    SqlTransaction(SqlDatabase database) {
        this.database = database;
        SQLDialect dialect = database.rules().dialect();
        this.parser = DSL.using(dialect, new Settings().withRenderQuotedNames(RenderQuotedNames.EXPLICIT_DEFAULT_UNQUOTED)
                .withRenderNameCase(RenderNameCase.AS_IS));
    }

    /**
     * Checks one {@code {query, params}}.
     *
     * @param number number of the statement, from 1, for messages
     */
    SqlStatement statement(int number, String text, List<?> values) throws DatabaseFailure, SQLException {
        Query query;
        try {
            query = parser.parser().parseQuery(text);
        } catch (ParserException e) {
            throw DatabaseFailure.query("database.notParsed", number, firstLine(e.getMessage()));
        }
        if (query == null) {
            throw DatabaseFailure.query("database.notParsed", number, "");
        }
        if (text.contains(HINT)) {
            throw DatabaseFailure.query("database.hint", number);
        }
        SqlNames names = new SqlNames(database, number);
        Configuration configuration = parser.configuration().derive(new DefaultVisitListenerProvider(names));
        String written = DSL.using(configuration).renderContext().paramType(ParamType.INDEXED).visit(query).render();
        names.check();
        int places = query.getBindValues().size();
        if (places != values.size()) {
            throw DatabaseFailure.query("database.parameters", number, places, values.size());
        }
        List<Object> bound = new ArrayList<>();
        for (Object value : values) {
            if (!Filters.isScalar(value) && value != null) {
                throw DatabaseFailure.query("database.scalarParameters", number);
            }
            bound.add(value);
        }
        return new SqlStatement(written, bound);
    }

    private static String firstLine(String message) {
        return String.valueOf(message).lines().findFirst().orElse("").strip();
    }

    /** Returns {@code queries} of the arguments. */
    static List<Map<?, ?>> queries(Map<String, Object> arguments, int most) throws DatabaseFailure {
        List<Map<?, ?>> all = new ArrayList<>();
        Advanced.list(arguments, "queries", most).forEach(query -> all.add((Map<?, ?>) query));
        return all;
    }
}
