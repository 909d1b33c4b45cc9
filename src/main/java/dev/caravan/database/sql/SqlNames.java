package dev.caravan.database.sql;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseKind;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jooq.CommonTableExpression;
import org.jooq.DataType;
import org.jooq.Delete;
import org.jooq.Field;
import org.jooq.Insert;
import org.jooq.Name;
import org.jooq.QualifiedAsterisk;
import org.jooq.Query;
import org.jooq.QueryPart;
import org.jooq.ResultQuery;
import org.jooq.Select;
import org.jooq.Table;
import org.jooq.Update;
import org.jooq.VisitContext;
import org.jooq.VisitListener;
import org.jooq.impl.DSL;
import org.jooq.impl.QOM;
import org.jooq.types.Interval;

/**
 * Resolves the names of tables in a caller's statement while the statement is rendered. A name means a common table expression of its scope, or an
 * allowed table of the catalogue, which is rendered with its schema. All other tables are refused. So are sequences, and casts to types that could
 * name something in the database.
 */
final class SqlNames implements VisitListener {

    private static final Set<Class<?>> TYPES = Set.of(String.class, Boolean.class, byte[].class, java.util.UUID.class, org.jooq.JSON.class,
            org.jooq.JSONB.class, java.sql.Date.class, java.sql.Time.class, java.sql.Timestamp.class, java.time.LocalDate.class,
            java.time.LocalTime.class, java.time.LocalDateTime.class, java.time.OffsetTime.class, java.time.OffsetDateTime.class, java.time.Instant.class);

    /** Classes of jOOQ that are not public: the value of a sequence, and the return type of a JSON function. */
    private static final Set<String> UNPUBLISHED = Set.of("SequenceFunction", "JSONReturning");

    private final SqlDatabase database;
    private final int number;
    private final Deque<Scope> scopes = new ArrayDeque<>();
    private Exception refused;

    /** The names of one {@code WITH}. The scope ends with the part at this depth. */
    private record Scope(int depth, boolean recursive, Set<String> names) {
    }

    /** @param number number of the statement, for messages */
    SqlNames(SqlDatabase database, int number) {
        this.database = database;
        this.number = number;
    }

    /** @throws DatabaseFailure the first refusal */
    void check() throws DatabaseFailure, SQLException {
        if (refused instanceof SQLException sql) {
            throw sql;
        } else if (refused instanceof DatabaseFailure failure) {
            throw failure;
        }
    }

    @Override
    public void visitStart(VisitContext context) {
        try {
            if (refused == null) {
                see(context, context.queryPart());
            }
        } catch (DatabaseFailure | SQLException e) {
            refused = e;
        }
    }

    @Override
    public void visitEnd(VisitContext context) {
        if (!scopes.isEmpty()) {
            Scope scope = scopes.peek();
            if (scope.depth() == context.queryPartsLength()) {
                scopes.pop();
            } else if (context.queryPart() instanceof CommonTableExpression<?> table && context.context().declareCTE()) {
                scope.names().add(folded(table.getUnqualifiedName()));
            }
        }
    }

    private void see(VisitContext context, QueryPart part) throws DatabaseFailure, SQLException {
        if (part instanceof Query && !isData(part)) {
            throw DatabaseFailure.permission("database.onlyData", number);
        }
        if (part instanceof QOM.Update<?> update && update.$where() == null || part instanceof QOM.Delete<?> delete && delete.$where() == null) {
            throw DatabaseFailure.permission("database.filtersNeeded");
        }
        if (part instanceof QOM.Cast<?> cast) {
            type(cast.$dataType());
        } else if (part instanceof QOM.TryCast<?> cast) {
            type(cast.$dataType());
        } else if (UNPUBLISHED.contains(part.getClass().getSimpleName())) {
            throw DatabaseFailure.permission("database.onlyData", number);
        } else if (part instanceof QOM.With with) {
            scopes.push(new Scope(context.queryPartsLength() - 1, with.$recursive(), new HashSet<>()));
        } else if (part instanceof Table<?> table) {
            table(context, table);
        }
    }

    private void table(VisitContext context, Table<?> table) throws DatabaseFailure, SQLException {
        if (table instanceof CommonTableExpression<?>) {
            if (context.context().declareCTE()) {
                alias(table.getUnqualifiedName());
                if (scopes.peek().recursive()) {
                    scopes.peek().names().add(folded(table.getUnqualifiedName()));
                }
            } else {
                real(context, table.getQualifiedName());
            }
        } else if (table instanceof QOM.TableAlias<?> || table instanceof QOM.DerivedTable<?> || table instanceof QOM.Lateral<?>) {
            alias(table.getUnqualifiedName());
        } else if (table.getClass().getSimpleName().equals("TableImpl")) {
            if (!isQualifier(context)) {
                real(context, table.getQualifiedName());
            }
        } else if (!(table instanceof QOM.JoinTable<?, ?> || table instanceof QOM.Values<?> || table.getClass().getSimpleName().equals("Dual"))) {
            real(context, table.getQualifiedName());
            throw DatabaseFailure.permission("database.onlyData", number);
        }
    }

    /** Returns whether the name is a qualifier, as in {@code accounts.*} and {@code accounts.id}. It then means a table in FROM, or an alias. */
    private static boolean isQualifier(VisitContext context) {
        QueryPart[] parts = context.queryParts();
        QueryPart parent = parts.length > 1 ? parts[parts.length - 2] : null;
        return parent instanceof QualifiedAsterisk || parent instanceof Field<?>;
    }

    private void real(VisitContext context, Name name) throws DatabaseFailure, SQLException {
        String last = folded(name.unqualifiedName());
        if (name.qualified() && !isOwnSchema(name)) {
            throw DatabaseFailure.permission("database.deniedTable", name.unquotedName().toString(), number);
        }
        if (name.qualified() || scopes.stream().noneMatch(scope -> scope.names().contains(last))) {
            context.queryPart(DSL.table(database.catalogue().name(database.catalogue().table(last))));
        }
    }

    /** Refuses an alias that is the name of a table. Outside the alias's scope the database could read it as that table. */
    private void alias(Name name) throws DatabaseFailure, SQLException {
        String alias = folded(name);
        String lower = alias.toLowerCase(Locale.ROOT);
        if (lower.startsWith("pg_") || lower.startsWith("sqlite_") || lower.equals("information_schema")) {
            throw DatabaseFailure.permission("database.systemAlias", number, alias);
        }
        if (database.catalogue().exists(alias)) {
            throw DatabaseFailure.query("database.aliasIsTable", number, alias);
        }
    }

    private void type(DataType<?> type) throws DatabaseFailure {
        DataType<?> base = type;
        while (base.isArray() && base.getArrayComponentDataType() != null) {
            base = base.getArrayComponentDataType();
        }
        Class<?> is = base.getType();
        if (!TYPES.contains(is) && !Number.class.isAssignableFrom(is) && !Interval.class.isAssignableFrom(is)) {
            throw DatabaseFailure.permission("database.castType", number, type.getName());
        }
    }

    private boolean isOwnSchema(Name table) {
        return database.settings().type() == DatabaseKind.POSTGRESQL && table.parts().length == 2
                && folded(table.parts()[0]).equals(database.settings().schema());
    }

    /** Returns the name as PostgreSQL reads it: in lower case unless it is quoted. */
    private String folded(Name name) {
        boolean lower = database.settings().type() == DatabaseKind.POSTGRESQL && name.quoted() != Name.Quoted.QUOTED;
        return lower ? name.last().toLowerCase(Locale.ROOT) : name.last();
    }

    private static boolean isData(QueryPart part) {
        return part instanceof Select || part instanceof Insert || part instanceof Update || part instanceof Delete
                || part instanceof ResultQuery && part.getClass().getSimpleName().endsWith("AsResultQuery");
    }
}
