package dev.caravan.observe;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Query;
import org.neo4j.driver.Session;
import org.neo4j.driver.Transaction;
import org.neo4j.driver.TransactionCallback;
import org.neo4j.driver.TransactionContext;
import org.springframework.stereotype.Component;

/**
 * Creates a span per Cypher statement until its first records arrive. The span has the text; values are parameters, which are not in the
 * text.
 */
@Component
public record Neo4jSpans(Traces traces) {

    /** Returns a driver with spans, or the same driver without tracing. */
    public Driver of(Driver driver, String database) {
        return traces.isOn() ? wrap(Driver.class, driver, database) : driver;
    }

    private <T> T wrap(Class<T> type, T real, String database) {
        return type.cast(Proxy.newProxyInstance(Neo4jSpans.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
            if (method.getName().equals("equals")) {
                return self == arguments[0];
            }
            Object[] given = arguments == null ? new Object[0] : arguments.clone();
            for (int i = 0; i < given.length; i++) {
                if (given[i] instanceof TransactionCallback<?> work) {
                    TransactionCallback<?> traced = transaction -> work.execute(wrap(TransactionContext.class, transaction, database));
                    given[i] = traced;
                }
            }
            ClientSpan step = method.getName().equals("run") && given.length > 0 ? begin(given[0], database) : ClientSpan.NONE;
            return result(method, step.around(method, real, given), database);
        }));
    }

    private Object result(Method method, Object result, String database) {
        if (result instanceof Session session && method.getReturnType().isInstance(session)) {
            return wrap(Session.class, session, database);
        }
        return result instanceof Transaction transaction ? wrap(Transaction.class, transaction, database) : result;
    }

    private ClientSpan begin(Object statement, String database) {
        String text = statement instanceof Query query ? query.text() : String.valueOf(statement);
        String operation = text.strip().split("\\W", 2)[0];
        return traces.operation(operation, "neo4j", database, operation, Traces.TEXT, text);
    }
}
