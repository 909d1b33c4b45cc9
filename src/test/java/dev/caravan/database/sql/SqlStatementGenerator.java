package dev.caravan.database.sql;

import java.util.List;
import java.util.Random;

/**
 * Makes statements of a small grammar: aliases, WITH, joins, LATERAL, set operations, subqueries in every clause, casts, functions, and
 * changes with FROM, USING and RETURNING.
 */
final class SqlStatementGenerator {

    private final Random random;
    private final List<String> names;
    private final List<String> aliases;

    /** @param system a table of the system */
    SqlStatementGenerator(Random random, String system) {
        this.random = random;
        this.names = List.of("accounts", "accounts", "accounts", "accounts", "accounts", "accounts", "accounts", "accounts", "canary", "t",
                system);
        this.aliases = List.of("t", "u", "w", "x", "y", "accounts", "canary", system);
    }

    String next() {
        return switch (random.nextInt(8)) {
            case 0 -> with() + "UPDATE " + name() + alias() + " SET note = (" + scalar(1) + ")" + others(" FROM ") + " WHERE id = 1 AND "
                    + condition(2) + returning();
            case 1 -> with() + "DELETE FROM " + name() + others(" USING ") + " WHERE id = 1 AND " + condition(2) + returning();
            case 2 -> with() + "INSERT INTO " + name() + " (id, balance) " + select(2) + conflict() + returning();
            default -> select(3);
        };
    }

    private String select(int depth) {
        String with = with(depth - 1);
        String end = random.nextInt(4) > 0 ? "" : pick(" UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT ") + core(depth - 1);
        return with + core(depth) + end;
    }

    private String with() {
        return random.nextInt(3) > 0 ? "" : with(1);
    }

    private String with(int depth) {
        return random.nextInt(3) > 0 ? "" : "WITH " + (random.nextBoolean() ? "RECURSIVE " : "") + name() + " AS (" + core(depth) + ") ";
    }

    /** Tables that a change reads beside the one that it changes. */
    private String others(String word) {
        return random.nextInt(3) > 0 ? "" : word + from(1);
    }

    private String conflict() {
        return random.nextInt(4) > 0 ? "" : " ON CONFLICT (id) DO " + pick("NOTHING", "UPDATE SET note = (" + scalar(1) + ")");
    }

    private String returning() {
        return random.nextInt(3) > 0 ? "" : " RETURNING " + pick("*", "id, (" + scalar(1) + ") AS balance", name() + ".*",
                "id, CAST(id AS " + pick("int", "regclass") + ") AS balance");
    }

    private String core(int depth) {
        String text = "SELECT " + pick("id, balance", "1 AS id, 2 AS balance", "id, (" + scalar(depth - 1) + ") AS balance",
                "id, CAST(id AS " + pick("int", "regclass", "varchar(9)", name()) + ") AS balance",
                "id, coalesce(balance, (" + scalar(depth - 1) + ")) AS balance", "max(id) AS id, count(*) AS balance", name() + ".*");
        text += " FROM " + from(depth);
        return random.nextBoolean() ? text : text + " WHERE " + condition(depth);
    }

    private String from(int depth) {
        String first = item(depth);
        return switch (random.nextInt(5)) {
            case 0 -> first + ", " + item(depth - 1);
            case 1 -> first + " JOIN " + item(depth - 1) + " ON " + condition(depth - 1);
            case 2 ->
                    first + " JOIN LATERAL (" + (depth > 0 ? select(depth - 1) : "SELECT 1 AS id, 2 AS balance") + ")" + alias(1)
                            + " ON 1 = 1";
            default -> first;
        };
    }

    private String item(int depth) {
        return depth > 0 && random.nextInt(3) == 0 ? "(" + select(depth - 1) + ")" + alias(1) : name() + alias();
    }

    private String condition(int depth) {
        return depth <= 0 ? "1 = 1" : pick("1 = 1", "EXISTS (" + select(depth - 1) + ")", "(" + scalar(depth - 1) + ") IS NOT NULL",
                "id IN (" + scalar(depth - 1) + ")");
    }

    private String scalar(int depth) {
        return "SELECT " + pick("max(id)", "max(id)", "max(balance)", "max(v)", "count(*)") + " FROM "
                + (depth > 0 ? from(depth - 1) : name() + alias());
    }

    private String alias() {
        return alias(random.nextInt(2));
    }

    private String alias(int count) {
        return count == 0 ? "" : " AS " + aliases.get(random.nextInt(aliases.size()));
    }

    private String name() {
        return names.get(random.nextInt(names.size()));
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
