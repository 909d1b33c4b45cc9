/**
 * PostgreSQL, MySQL, MariaDB and SQLite: the catalogue of tables and columns, the statements of the tools, and the rules of each product.
 * Each database has its own flows, made from the templates in {@code routes/databases/sql.camel.yaml}. Their endpoints are therefore
 * created once, not looked up on each call. What the products say otherwise is in files: the settings of connections, types, tokens of
 * callers' statements, reviewed functions, and queries about the catalogue.
 *
 * <p>{@link dev.caravan.database.sql.SqlFailures} classifies failures itself. Spring's SQLErrorCodeSQLExceptionTranslator classifies 10 of
 * the 24 codes in SqlFailuresTest wrongly. A missing privilege is bad grammar (42501, 1142) or unclassified (25006, 28P01, 1045, 1792). So
 * are MySQL's timeouts (3024, 1969). A wrong value (22P02, 1264) is an integrity violation. It knows no failure of SQLite, and treats a
 * socket timeout as a lost connection.
 *
 * <p>{@code catalogue-sqlite.sql} asks SQLite itself instead of sqlite-jdbc's metadata. For a table of 1,000
 * columns {@code getColumns} fails with "too many terms in compound SELECT", and {@code getPrimaryKeys} and {@code getImportedKeys} took 20
 * s. DescribeManyTest checks that.
 */
package dev.caravan.database.sql;
