package dev.caravan.observe;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.springframework.stereotype.Component;

/**
 * Creates a span per SQL statement. A prepared statement's text is in the span, because its values are bound. Of other statements only the
 * first word is.
 */
@Component
public record SqlSpans(Traces traces) {

    private static final Pattern FIRST_WORD = Pattern.compile("\\s*(\\w+)");

    /** Returns an instance without tracing, for code that runs outside a gateway. */
    public static SqlSpans none() {
        return new SqlSpans(null);
    }

    /**
     * Returns a data source with spans, or the same source without tracing.
     *
     * @param system   OpenTelemetry's name of the product: {@code postgresql}, {@code mysql}, {@code sqlite}
     * @param database name in the settings
     */
    public DataSource of(DataSource source, String system, String database) {
        return traces == null || !traces.isOn() ? source : proxy(DataSource.class, source, null, (method, arguments, result) ->
                result instanceof Connection connection ? connection(connection, new Place(system, database)) : result);
    }

    private Connection connection(Connection connection, Place place) {
        return proxy(Connection.class, connection, null, (method, arguments, result) -> {
            String text = arguments != null && arguments.length > 0 && arguments[0] instanceof String sql ? sql : null;
            if (result instanceof CallableStatement statement) {
                return statement(CallableStatement.class, statement, text, place);
            }
            if (result instanceof PreparedStatement statement) {
                return statement(PreparedStatement.class, statement, text, place);
            }
            return result instanceof Statement statement ? statement(Statement.class, statement, null, place) : result;
        });
    }

    private <T extends Statement> T statement(Class<T> type, T statement, String prepared, Place place) {
        return proxy(type, statement, (method, arguments) -> {
            if (!method.getName().startsWith("execute")) {
                return ClientSpan.NONE;
            }
            String text = prepared == null && arguments != null && arguments.length > 0 && arguments[0] instanceof String sql ? sql
                    : prepared;
            String operation = operation(text);
            return traces.operation(operation, place.system, place.database, operation, Traces.TEXT, prepared == null ? null : text);
        }, (method, arguments, result) -> result);
    }

    private static String operation(String text) {
        Matcher word = FIRST_WORD.matcher(text == null ? "" : text);
        return word.lookingAt() ? word.group(1).toUpperCase(Locale.ROOT) : "SQL";
    }

    private record Place(String system, String database) {
    }

    private interface Before {
        ClientSpan step(Method method, Object[] arguments);
    }

    private interface After {
        Object result(Method method, Object[] arguments, Object result);
    }

    /** Forwards all methods to the real object. {@code unwrap} finds it, and exceptions pass unchanged. */
    private static <T> T proxy(Class<T> type, T real, Before before, After after) {
        return type.cast(Proxy.newProxyInstance(SqlSpans.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
            if (method.getName().equals("equals")) {
                return self == arguments[0];
            }
            ClientSpan step = before == null ? ClientSpan.NONE : before.step(method, arguments);
            return after.result(method, arguments, step.around(method, real, arguments));
        }));
    }
}
