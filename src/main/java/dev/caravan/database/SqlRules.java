package dev.caravan.database;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.SQLDialect;
import org.jooq.conf.RenderNameCase;
import org.jooq.conf.RenderQuotedNames;
import org.jooq.conf.Settings;
import org.jooq.impl.DSL;

/** How values go into one product's SQL and come out of it, and how it compares. */
abstract class SqlRules {

    /** In patterns; a character that no product treats in a way of its own. */
    private static final char ESCAPE = '!';

    private final DSLContext dsl;
    protected final ObjectMapper mapper;

    protected SqlRules(SQLDialect dialect, ObjectMapper mapper) {
        Settings settings = new Settings().withRenderQuotedNames(RenderQuotedNames.ALWAYS).withRenderNameCase(RenderNameCase.AS_IS);
        this.dsl = DSL.using(dialect, settings);
        this.mapper = mapper;
    }

    static SqlRules of(DatabaseKind kind, ObjectMapper mapper) {
        return switch (kind) {
            case POSTGRESQL -> new PostgresRules(mapper);
            case MYSQL -> new MySqlRules(mapper);
            case SQLITE -> new SqliteRules(mapper);
            default -> throw new IllegalArgumentException(kind + " has no SQL");
        };
    }

    final DSLContext dsl() {
        return dsl;
    }

    static Field<Object> name(Column column) {
        return DSL.field(DSL.name(column.name()));
    }

    /**
     * The value as the column's type has it; a JSON value as Java has it, never null.
     *
     * @throws DatabaseFailure query_error for what can't be such a value
     */
    abstract Field<?> bound(Column column, Object value) throws DatabaseFailure;

    /** What to select so that {@link #json} can make JSON of it. */
    abstract Field<?> selected(Column column);

    /** What came out of the database, as a value for JSON. */
    abstract Object json(Column column, Object value);

    /** The column as it is compared: text by code points, whatever the collation. */
    protected abstract Field<?> compared(Column column);

    /** A value as {@link #compared} compares it. */
    protected abstract Field<?> comparedValue(Column column, Object value) throws DatabaseFailure;

    abstract boolean isText(Column column);

    final Condition condition(Filter filter, Column column) throws DatabaseFailure {
        Object value = filter.value();
        return switch (filter.operator()) {
            case EQUAL -> equal(column, value);
            case GREATER -> typed(compared(column)).gt(other(column, value));
            case AT_LEAST -> typed(compared(column)).ge(other(column, value));
            case LESS -> typed(compared(column)).lt(other(column, value));
            case AT_MOST -> typed(compared(column)).le(other(column, value));
            case CONTAINS -> like(filter, column, "%" + escaped((String) value) + "%");
            case STARTS_WITH -> like(filter, column, escaped((String) value) + "%");
            case ENDS_WITH -> like(filter, column, "%" + escaped((String) value));
            case IN -> in(column, (List<?>) value);
            case NOT_IN -> ((List<?>) value).isEmpty() ? DSL.trueCondition() : in(column, (List<?>) value).not();
            case IS_NULL -> (Boolean) value ? name(column).isNull() : name(column).isNotNull();
        };
    }

    protected Condition equal(Column column, Object value) throws DatabaseFailure {
        return typed(compared(column)).eq(other(column, value));
    }

    private Condition in(Column column, List<?> values) throws DatabaseFailure {
        if (values.isEmpty()) {
            return DSL.falseCondition();
        }
        Field<?>[] bound = new Field<?>[values.size()];
        for (int i = 0; i < bound.length; i++) {
            bound[i] = comparedValue(column, values.get(i));
        }
        return typed(compared(column)).in(bound);
    }

    private Field<Object> other(Column column, Object value) throws DatabaseFailure {
        return typed(comparedValue(column, value));
    }

    private Condition like(Filter filter, Column column, String pattern) throws DatabaseFailure {
        if (!isText(column)) {
            throw DatabaseFailure.query("database.notText", filter.key(), column.name(), column.type());
        }
        return DSL.condition("{0} like {1} escape '" + ESCAPE + "'", compared(column), comparedText(pattern));
    }

    /** A pattern as {@link #compared} compares it. */
    protected abstract Field<?> comparedText(String pattern);

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (c == '%' || c == '_' || c == ESCAPE) {
                escaped.append(ESCAPE);
            }
            escaped.append(c);
        }
        return escaped.toString();
    }

    @SuppressWarnings("unchecked")
    protected static Field<Object> typed(Field<?> field) {
        return (Field<Object>) field;
    }

    protected static Field<?> text(Object value) {
        return DSL.field("{0}", String.class, DSL.val(String.valueOf(value)));
    }

    protected final String jsonText(Object value) {
        try {
            return mapper.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("arguments came as JSON", e);
        }
    }

    /** JSON that the database has; text where it is none. */
    protected final Object parsed(String json) {
        try {
            JsonNode node = mapper.readTree(json);
            return node == null ? json : node;
        } catch (JsonProcessingException e) {
            return json;
        }
    }

    protected static boolean isWhole(Object value) {
        return value instanceof Integer || value instanceof Long;
    }

    protected static BigDecimal decimal(Object value) {
        return value instanceof BigDecimal decimal ? decimal
                : value instanceof BigInteger whole ? new BigDecimal(whole) : new BigDecimal(value.toString());
    }

    protected static byte[] bytes(Column column, Object value) throws DatabaseFailure {
        try {
            return Base64.getDecoder().decode(value.toString());
        } catch (IllegalArgumentException e) {
            throw DatabaseFailure.query("database.needsBase64", column.name());
        }
    }

    protected static boolean isComposite(Object value) {
        return value instanceof Map || value instanceof Collection;
    }

    protected final DatabaseFailure unfit(Column column, Object value) {
        String shown = isComposite(value) ? jsonText(value) : String.valueOf(value);
        return DatabaseFailure.query("database.unfit", column.name(), column.type(), shown.length() <= 60 ? shown : shown.substring(0, 60) + "…");
    }
}
