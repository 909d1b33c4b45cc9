/**
 * Database tools, {@code db_*}, and what all databases share: settings, the tables that may be touched, filters, pages, limits of what is read,
 * and the types of failures. Each family of databases has a package below this one, with a {@link dev.caravan.database.Dialect} that the classes here call; these
 * packages don't know each other. The flows are in {@code routes/databases/}. The tools are made of the templates in {@code routes/tools/databases/}, once for each
 * database that {@code caravan.databases} names.
 */
package dev.caravan.database;
