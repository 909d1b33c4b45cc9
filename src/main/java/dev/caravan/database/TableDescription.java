package dev.caravan.database;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * A table with its columns.
 *
 * @param key     columns of the primary key; empty for none
 * @param sampled how many rows were read to find the columns; null if the catalogue has the columns
 * @param example the shape of one row: its members with the types of their values; null if the columns say everything
 */
public record TableDescription(TableSummary table, List<String> key, List<ColumnDescription> columns, Integer sampled, JsonNode example) {
}
