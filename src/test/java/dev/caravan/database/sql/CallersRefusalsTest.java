package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.database.sql.SqlDriver.SqlRoles;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;

/** What is refused names its place, deep and long statements end well, and what only reads can't write. */
class CallersRefusalsTest extends WrittenTest {

    @Autowired
    private SqlRoles roles;

    @Tag("nightly")
    @Test
    void aRoleThatMayDoMoreThanTheToolsIsWarnedAbout() {
        ListAppender<ILoggingEvent> log = listen(SqlRoles.class.getName());
        roles.look();
        await().until(() -> List.copyOf(log.list).stream().anyMatch(event -> event.getFormattedMessage()
                .matches("Role may do more than the tools database=some superuser=true tables=\\d+ some=\\[.*public\\..*")));
    }

    private static ListAppender<ILoggingEvent> listen(String logger) {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.list = new java.util.concurrent.CopyOnWriteArrayList<>();
        log.start();
        ((Logger) LoggerFactory.getLogger(logger)).addAppender(log);
        return log;
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void theRefusalNamesThePlaceAndTheReason(String database) {
        assertThat(failed("permission_error", "advanced", database,
                SqlAccountsTest.transaction("select id\nfrom written where id = nosuch_function_(1) and sqlite_version() = pg_sleep(1)")))
                .startsWith("Statement 1, line 2, column ");
        assertThat(failed("query_error", "advanced", database, SqlAccountsTest.transaction("select 1; select 2")))
                .contains("line 1, column 9").contains("only one statement");
        assertThat(failed("permission_error", "advanced", database, SqlAccountsTest.transaction("delete from written")))
                .contains("DELETE has no WHERE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void deepStatementsAreRefusedInOneLine(String database) {
        ListAppender<ILoggingEvent> log = listen(org.slf4j.Logger.ROOT_LOGGER_NAME);
        String deep = "select " + "(".repeat(9_000) + "1" + ")".repeat(9_000);
        assertThat(failed("query_error", "advanced", database, SqlAccountsTest.transaction(deep))).contains("400 deep");
        for (String nested : List.of("not ", "- ", "case when 1 = 1 then ")) {
            String statement = "select " + nested.repeat(9_000) + "1" + (nested.startsWith("case") ? " end".repeat(9_000) : "");
            JsonNode answer = call("advanced", database, McpClient.object(SqlAccountsTest.transaction(statement)));
            assertThat(answer.toString().length()).isLessThan(2_000);
            assertThat(answer.toString()).doesNotContain("The tool failed");
        }
        assertThat(log.list.stream().filter(event -> event.getLevel().isGreaterOrEqual(Level.ERROR) && event.getThrowableProxy() != null
                && event.getLoggerName().contains("camel"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void longStatementsRun(String database) {
        String values = "'it''s', ".repeat(12_000);
        assertThat(rows(database, "select id from written /* all */ where name not in (" + values + "'x') -- the end").size()).isEqualTo(2);
    }

    /** A statement without a table begins no transaction in MySQL: what was set for the next one would hold for another caller's. */
    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void afterStatementsThatOnlyReadOthersWrite(String database) {
        for (int i = 0; i < 20; i++) {
            done("advanced", database, SqlAccountsTest.transaction("select 1"));
            done("advanced", database, SqlAccountsTest.transaction("delete from written where id = 77"));
            done("delete", database, "{\"table\":\"written\",\"filters\":{\"id\":77}}");
        }
    }

    /** A view may change rows by a function. */
    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql"})
    void statementsThatOnlyReadRunReadOnly(String database) {
        String function = database.equals("mysql")
                ? "create function writes() returns int modifies sql data begin update written set name = 'changed' where id = 1; return "
                        + "1; end"
                : "create function writes() returns int language sql as 'update written set name = ''changed'' where id = 1 returning 1'";
        run(database, "drop view if exists written_view", "drop function if exists writes", function,
                "create view written_view as select writes() as n");
        JsonNode answer = call("advanced", database, McpClient.object(SqlAccountsTest.transaction("select n from written_view")));
        assertThat(answer.at("/error/message").asText().toLowerCase(java.util.Locale.ROOT)).as(answer.toString()).contains("read")
                .contains("only");
        assertThat(rows(database, "select id from written where name = 'changed'").size()).isZero();
        done("advanced", database, SqlAccountsTest.transaction("select n from written_view", "delete from written where id = 77"));
        run(database, "drop view written_view", "drop function writes");
    }
}
