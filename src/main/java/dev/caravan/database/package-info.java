/**
 * Database tools, {@code db_*}: what is configured, which tables may be touched, one model of filters, and for each kind of
 * database a translator of it. The flows are in {@code routes/databases/}; the tools are stamped of
 * {@code routes/tools/databases/}, once for each database that {@code caravan.databases} names. A SQL database has flows of its own too, so that
 * what they send to is made once, not looked up on each call.
 */
package dev.caravan.database;
