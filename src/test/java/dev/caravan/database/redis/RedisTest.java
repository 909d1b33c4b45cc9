package dev.caravan.database.redis;

import dev.caravan.database.DatabaseTest;
import dev.caravan.database.RedisTestStore;

/** Gives the tests of Redis the server as its administrator has it. */
abstract class RedisTest extends DatabaseTest {

    final RedisTestStore redis = (RedisTestStore) STORES.get("redis");
}
