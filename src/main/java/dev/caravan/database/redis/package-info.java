/** Redis: tables of records that are strings or hashes. The flows are in {@code routes/databases/redis.camel.yaml}. */
package dev.caravan.database.redis;
