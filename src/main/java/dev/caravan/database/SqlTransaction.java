package dev.caravan.database;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jooq.CommonTableExpression;
import org.jooq.Configuration;
import org.jooq.DSLContext;
import org.jooq.Delete;
import org.jooq.Insert;
import org.jooq.Name;
import org.jooq.Query;
import org.jooq.QueryPart;
import org.jooq.ResultQuery;
import org.jooq.SQLDialect;
import org.jooq.Select;
import org.jooq.Table;
import org.jooq.Update;
import org.jooq.VisitContext;
import org.jooq.VisitListener;
import org.jooq.conf.ParamType;
import org.jooq.conf.RenderNameCase;
import org.jooq.conf.RenderQuotedNames;
import org.jooq.conf.Settings;
import org.jooq.impl.DSL;
import org.jooq.impl.DefaultVisitListenerProvider;
import org.jooq.impl.ParserException;
import org.jooq.impl.QOM;

/**
 * Statements that a caller writes: each is parsed, and what is run is written anew from what was understood, so that nothing
 * gets through that was not looked at. Only SELECT, INSERT, UPDATE and DELETE pass, on tables that may be touched, without
 * functions that the parser does not know.
 */
final class SqlTransaction {

    /** Columns that a conflict's row has in {@code ON CONFLICT DO UPDATE}. */
    private static final String EXCLUDED = "excluded";

    private static final int MOST = 50;

    private final SqlDatabase database;
    private final DSLContext parser;

    SqlTransaction(SqlDatabase database) {
        this.database = database;
        SQLDialect dialect = database.rules().dsl().dialect();
        this.parser = DSL.using(dialect, new Settings().withRenderQuotedNames(RenderQuotedNames.EXPLICIT_DEFAULT_UNQUOTED)
                .withRenderNameCase(RenderNameCase.AS_IS));
    }

    /**
     * One {@code {query, params}}.
     *
     * @param number of the statement, from 1, for messages
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
        Seen seen = new Seen();
        Configuration configuration = parser.configuration().derive(new DefaultVisitListenerProvider(seen));
        String written = DSL.using(configuration).renderContext().paramType(ParamType.INDEXED).visit(query).render();
        check(number, query, seen);
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

    private void check(int number, Query query, Seen seen) throws DatabaseFailure, SQLException {
        if (!isData(query) || seen.other) {
            throw DatabaseFailure.permission("database.onlyData", number);
        }
        if (seen.everything) {
            throw DatabaseFailure.permission("database.filtersNeeded");
        }
        for (String alias : seen.aliases) {
            if (database.catalogue().exists(alias)) {
                throw DatabaseFailure.query("database.aliasIsTable", number, alias);
            }
        }
        for (Name table : seen.tables) {
            boolean alias = !table.qualified() && (seen.aliases.contains(table.last()) || table.last().equals(EXCLUDED));
            if (!alias) {
                if (table.qualified() && !isOwnSchema(table)) {
                    throw DatabaseFailure.permission("database.deniedTable", table.unquotedName().toString(), number);
                }
                database.catalogue().table(table.last());
            }
        }
    }

    private boolean isOwnSchema(Name table) {
        return database.settings().type() == DatabaseKind.POSTGRESQL && table.parts().length == 2
                && table.first().equals(database.settings().schema());
    }

    private static boolean isData(QueryPart part) {
        return part instanceof Select || part instanceof Insert || part instanceof Update || part instanceof Delete
                || part instanceof ResultQuery && part.getClass().getSimpleName().endsWith("AsResultQuery");
    }

    private static String firstLine(String message) {
        return String.valueOf(message).lines().findFirst().orElse("").strip();
    }

    /** What a statement is made of. */
    private static final class Seen implements VisitListener {

        private final Set<Name> tables = new HashSet<>();
        private final Set<String> aliases = new HashSet<>();
        private boolean other;
        private boolean everything;

        @Override
        public void visitStart(VisitContext context) {
            QueryPart part = context.queryPart();
            if (part instanceof Query && !isData(part)) {
                other = true;
            }
            if (part instanceof QOM.Update<?> update && update.$where() == null || part instanceof QOM.Delete<?> delete && delete.$where() == null) {
                everything = true;
            }
            if (part instanceof CommonTableExpression<?> || part instanceof QOM.TableAlias<?> || part instanceof QOM.DerivedTable<?> || part instanceof QOM.Lateral<?>) {
                aliases.add(((Table<?>) part).getName());
            } else if (part instanceof QOM.JoinTable<?, ?>) {
                return;
            } else if (part instanceof Table<?> table) {
                tables.add(table.getQualifiedName());
            }
        }
    }

    /** {@code queries} of the arguments, under {@code params} or beside it. */
    static List<Map<?, ?>> queries(Map<String, Object> arguments) throws DatabaseFailure {
        List<Map<?, ?>> all = new ArrayList<>();
        Advanced.list(arguments, "queries", MOST).forEach(query -> all.add((Map<?, ?>) query));
        return all;
    }
}
