/**
 * Database tools, {@code db_*}, and what all databases share: settings, allowed tables, filters, pages and types of failures.
 * Each family of databases has a package below this one. That package has a {@link dev.caravan.database.Driver}, which the classes here
 * call. The family packages do not use each other. The flows are in {@code routes/databases/}. The tools are made from the templates in
 * {@code routes/tools/databases/}, once for each database in {@code caravan.databases}.
 */
package dev.caravan.database;
