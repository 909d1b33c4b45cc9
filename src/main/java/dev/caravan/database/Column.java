package dev.caravan.database;

/**
 * A column as the database's catalogue describes it.
 *
 * @param type      the database's name of the type, usable in a cast
 * @param generated whether the database computes the value: an identity or a computed column
 */
public record Column(String name, String type, int jdbcType, boolean generated) {
}
