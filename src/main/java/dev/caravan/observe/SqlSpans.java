package dev.caravan.observe;

import java.lang.reflect.Proxy;
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
        return traces == null || !traces.isOn() ? source : (DataSource) traced(source, DataSource.class, null,
                (operation, text) -> traces.operation(operation, system, database, operation, Traces.TEXT, text));
    }

    private interface Begin {
        ClientSpan of(String operation, String text);
    }

    /**
     * Forwards all methods to the real data source, connection or statement. {@code unwrap} finds it, and exceptions pass unchanged.
     *
     * @param prepared text of a prepared statement; null for others
     */
    private static Object traced(Object real, Class<?> type, String prepared, Begin begin) {
        return Proxy.newProxyInstance(SqlSpans.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
            if (method.getName().equals("equals")) {
                return self == arguments[0];
            }
            String text = arguments != null && arguments.length > 0 && arguments[0] instanceof String sql ? sql : null;
            boolean runs = real instanceof Statement && method.getName().startsWith("execute");
            ClientSpan step = runs ? begin.of(operation(prepared == null ? text : prepared), prepared) : ClientSpan.NONE;
            Object result = step.around(method, real, arguments);
            Class<?> made = method.getReturnType();
            return real instanceof DataSource && made == Connection.class
                    || real instanceof Connection && Statement.class.isAssignableFrom(made)
                    ? traced(result, made, result instanceof PreparedStatement ? text : null, begin) : result;
        });
    }

    private static String operation(String text) {
        Matcher word = FIRST_WORD.matcher(text == null ? "" : text);
        return word.lookingAt() ? word.group(1).toUpperCase(Locale.ROOT) : "SQL";
    }
}
