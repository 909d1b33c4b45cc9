/**
 * Database tools, {@code db_*}: what is configured, which tables may be touched, one model of filters, and for each kind of
 * database a translator of it. The flows are in {@code routes/databases/}; the tools are stamped of
 * {@code routes/tools/databases/}, once for each database that {@code caravan.databases} names.
 */
package dev.caravan.database;
