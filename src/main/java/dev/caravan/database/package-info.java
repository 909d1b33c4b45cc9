/**
 * Database tools, {@code db_*}, and what all databases share: settings, allowed tables, filters, pages, read limits and types of failures.
 * Each family of databases has a package below this one. That package has a {@link dev.caravan.database.Driver}, which the classes here
 * call. The family packages do not use each other. The flows are in {@code routes/databases/}. The tools are made from the templates in
 * {@code routes/tools/databases/}, once for each database in {@code caravan.databases}.
 *
 * <p>{@link dev.caravan.database.Schemas.Kept} is not a Caffeine cache with {@code refreshAfterWrite}. With Caffeine 3.2.3 each call for an
 * old entry tries to read it again while the database is down. Kept tries once in 5 seconds and drops an old entry after 5 minutes.
 * CatalogueRefreshTest checks that.
 */
package dev.caravan.database;
