/**
 * Database tools, {@code db_*}, and what all databases share: settings, the tables that may be touched, filters, pages, limits of what is read,
 * and the types of failures. Each family of databases has a package below this one, with a {@link dev.caravan.database.Dialect} that the classes here call; these
 * packages don't know each other. The flows are in {@code routes/databases/}. The tools are made of the templates in {@code routes/tools/databases/}, once for each
 * database that {@code caravan.databases} names.
 *
 * <p>{@link dev.caravan.database.Kept} is no Caffeine cache with {@code refreshAfterWrite}: while the database is down, ten calls for an old
 * description were ten tries to read it (Caffeine 3.2.3, the caller refreshes). Kept tries once in 5 seconds, and gives an old
 * description up after 5 minutes. CatalogueRefreshTest expects so.
 */
package dev.caravan.database;
