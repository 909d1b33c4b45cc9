/**
 * PostgreSQL, MySQL, MariaDB and SQLite: the catalogue of tables and columns, the statements that the tools run, and the rules of each product.
 * Each database has flows of its own, made of the templates in {@code routes/databases/sql.camel.yaml}, so that its endpoints are made once, not looked up on each call.
 *
 * <p>{@link dev.caravan.database.sql.SqlDialect} classifies failures itself. Spring's SQLErrorCodeSQLExceptionTranslator gets 10 of
 * the 24 codes of SqlFailuresTest wrong: a missing right is bad grammar (42501, 1142) or nothing (25006, 28P01, 1045, 1792), so are MySQL's time
 * limits (3024, 1969), and a wrong value (22P02, 1264) is an integrity violation. It knows none of SQLite's failures, and takes a silent socket
 * for a lost connection.
 */
package dev.caravan.database.sql;
