package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** MySQL itself refuses writes on the connections of a read-only database. */
class SqlReadOnlyTest extends SqlTest {

    @Autowired
    private CamelContext context;

    @Test
    void theDatabaseRefusesAWrite() {
        done("query", "mysql_reports", "{\"table\":\"people\"}");
        DataSource pool = context.getRegistry().lookupByNameAndType("database-mysql_reports", DataSource.class);
        assertThatThrownBy(() -> {
            try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement()) {
                statement.execute("insert into people (name) values ('x')");
            }
        }).isInstanceOfSatisfying(SQLException.class, refused -> assertThat(refused.getErrorCode()).isEqualTo(1792));
    }
}
