package dev.caravan.database.sql;

import static dev.caravan.McpClient.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseTest;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** Holds what the tests of SQL transactions share: accounts that are the same before each test, and their total. */
abstract class SqlAccountsTest extends DatabaseTest {

    @BeforeEach
    void accounts() {
        for (String database : List.of("postgresql", "mysql", "sqlite")) {
            run(database, "drop table if exists accounts", "drop table if exists secrets",
                    "create table accounts (id int primary key, balance decimal(12,2) not null check (balance >= 0), note varchar(100))",
                    "create table secrets (id int primary key, v varchar(100))", "insert into secrets values (1, 'tops3cret')");
            for (int i = 1; i <= 10; i++) {
                run(database, "insert into accounts (id, balance) values (" + i + ", 1000)");
            }
        }
        run("postgresql", "drop table if exists allowed_one cascade", "create table allowed_one (id int primary key)");
    }

    static String transaction(String... statements) {
        ObjectNode arguments = object("{\"operation\":\"transaction\"}");
        for (String statement : statements) {
            arguments.withArray("/queries").addObject().put("query", statement);
        }
        return arguments.toString();
    }

    double total(String database) {
        return done("advanced", database, transaction("SELECT SUM(balance) AS total FROM accounts WHERE id <= 10"))
                .at("/results/0/data/0/total").asDouble();
    }
}
