package dev.caravan.database;

import java.util.List;
import java.util.Random;

/** Makes statements of a small grammar: aliases, WITH, joins, LATERAL, set operations, subqueries in every clause, casts, functions and changes. */
final class SqlStatementGenerator {

    private final Random random;
    private final List<String> names;

    /** @param system a table of the system */
    SqlStatementGenerator(Random random, String system) {
        this.random = random;
        this.names = List.of("accounts", "accounts", "accounts", "canary", "t", "u", system);
    }

    String next() {
        return switch (random.nextInt(8)) {
            case 0 -> "UPDATE " + name() + alias() + " SET note = (" + scalar(1) + ") WHERE id = 1 AND " + condition(2);
            case 1 -> "DELETE FROM " + name() + " WHERE id = 1 AND " + condition(2);
            case 2 -> "INSERT INTO " + name() + " (id, balance) " + select(2);
            default -> select(3);
        };
    }

    private String select(int depth) {
        String with = random.nextInt(3) > 0 ? "" : "WITH " + (random.nextBoolean() ? "RECURSIVE " : "") + name() + " AS (" + core(depth - 1) + ") ";
        String end = random.nextInt(4) > 0 ? "" : pick(" UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT ") + core(depth - 1);
        return with + core(depth) + end;
    }

    private String core(int depth) {
        String text = "SELECT " + pick("id, balance", "1 AS id, 2 AS balance", "id, (" + scalar(depth - 1) + ") AS balance", "id, CAST(id AS " + pick("int", "regclass", "varchar(9)", name()) + ") AS balance",
                "id, coalesce(balance, (" + scalar(depth - 1) + ")) AS balance", "max(id) AS id, count(*) AS balance", name() + ".*");
        text += " FROM " + from(depth);
        return random.nextBoolean() ? text : text + " WHERE " + condition(depth);
    }

    private String from(int depth) {
        String first = item(depth);
        return switch (random.nextInt(5)) {
            case 0 -> first + ", " + item(depth - 1);
            case 1 -> first + " JOIN " + item(depth - 1) + " ON " + condition(depth - 1);
            case 2 -> first + " JOIN LATERAL (" + (depth > 0 ? select(depth - 1) : "SELECT 1 AS id, 2 AS balance") + ") AS " + name() + " ON 1 = 1";
            default -> first;
        };
    }

    private String item(int depth) {
        return depth > 0 && random.nextInt(3) == 0 ? "(" + select(depth - 1) + ") AS " + name() : name() + alias();
    }

    private String condition(int depth) {
        return depth <= 0 ? "1 = 1" : pick("1 = 1", "EXISTS (" + select(depth - 1) + ")", "(" + scalar(depth - 1) + ") IS NOT NULL", "id IN (" + scalar(depth - 1) + ")");
    }

    private String scalar(int depth) {
        return "SELECT " + pick("max(id)", "max(v)", "count(*)") + " FROM " + (depth > 0 ? from(depth - 1) : name() + alias());
    }

    private String alias() {
        return random.nextBoolean() ? "" : " AS " + name();
    }

    private String name() {
        return names.get(random.nextInt(names.size()));
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
