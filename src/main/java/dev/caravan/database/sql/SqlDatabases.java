package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.observe.SqlSpans;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.component.sql.RowMapperFactory;
import org.apache.camel.spring.spi.SpringTransactionPolicy;
import org.apache.camel.support.SimpleTypeConverter;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.stereotype.Component;

/**
 * The configured SQL databases. Routes use four beans of each: the pool {@code #database-NAME}, the transactions {@code #database-NAME-transaction},
 * connections that read in parts {@code #database-NAME-parts}, and the row mapper with its limit {@code #database-NAME-rows}.
 */
@Component
class SqlDatabases implements DisposableBean {

    private final Map<String, SqlDatabase> databases = new TreeMap<>();

    SqlDatabases(DatabaseProperties properties, ObjectMapper mapper, CamelContext context, MeterRegistry meters, SqlSpans spans) {
        context.getTypeConverterRegistry().addTypeConverter(String.class, SqlStatement.class,
                new SimpleTypeConverter(false, (type, exchange, statement) -> ((SqlStatement) statement).text())); // camel-sql needs text as body
        properties.databases().forEach((name, settings) -> {
            if (settings.type().isSql()) {
                SqlDatabase database = new SqlDatabase(name, settings, mapper, meters, spans);
                databases.put(name, database);
                context.getRegistry().bind("database-" + name, DataSource.class, database.source());
                context.getRegistry().bind("database-" + name + "-parts", DataSource.class, database.inParts());
                context.getRegistry().bind("database-" + name + "-rows", RowMapperFactory.class, new BoundedRows(settings.maxRead().toBytes()));
                context.getRegistry().bind("database-" + name + "-transaction", SpringTransactionPolicy.class,
                        new SpringTransactionPolicy(new DataSourceTransactionManager(database.source())));
            }
        });
    }

    SqlDatabase get(String name) {
        return databases.get(name);
    }

    @Override
    public void destroy() {
        databases.values().forEach(SqlDatabase::close);
    }
}
