package dev.caravan.database;

import java.util.List;

/**
 * What a list of tables says of one table.
 *
 * @param kind    {@code table}, {@code view}, {@code collection}, {@code index}, {@code alias} or {@code prefix}
 * @param comment null for no comment
 * @param rows    estimated number of rows; null if unknown
 * @param can     verbs of the tools that the database allows on this table; null for all
 */
public record TableSummary(String name, String kind, String comment, Long rows, List<String> can) {

    public static TableSummary of(String name, String kind) {
        return new TableSummary(name, kind, null, null, null);
    }

    TableSummary withRows(Long estimate) {
        return estimate == null ? this : new TableSummary(name, kind, comment, estimate, can);
    }
}
