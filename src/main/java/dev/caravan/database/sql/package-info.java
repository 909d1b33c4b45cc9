/**
 * PostgreSQL, MySQL, MariaDB and SQLite: the catalogue of tables and columns, the statements that the tools run, and the rules of each product.
 * Each database has flows of its own, made of the templates in {@code routes/databases/sql.camel.yaml}, so that its endpoints are made once, not looked up on each call.
 */
package dev.caravan.database.sql;
