package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where two columns of a statement have the same name, db_advanced answers the value of the first one, also if it is null. */
class SqlSameNamesTest extends SqlAccountsTest {

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void firstColumnCounts(String database) {
        run(database, "update accounts set note = 'two' where id = 2");

        assertThat(done("advanced", database, transaction(
                "SELECT one.note, two.note FROM accounts one, accounts two WHERE one.id = 1 AND two.id = 2",
                "SELECT two.note, one.note FROM accounts one, accounts two WHERE one.id = 1 AND two.id = 2")).get("results").toString())
                .isEqualTo("[{\"data\":[{\"note\":null}],\"count\":1},{\"data\":[{\"note\":\"two\"}],\"count\":1}]");
    }
}
