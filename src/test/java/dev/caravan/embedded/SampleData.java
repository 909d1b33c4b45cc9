package dev.caravan.embedded;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The data of a newcomer's first query: 1,000 {@code users} with 5,000 {@code orders}, the same in each database. It is inserted if it is
 * missing.
 */
final class SampleData {

    static final int USERS = 1_000;
    static final int ORDERS = 5_000;

    private static final List<String> FAMILY = List.of("张", "王", "李", "Smith", "García", "Müller", "陈", "Rossi", "Novák", "Silva");
    private static final List<String> GIVEN = List.of("伟", "芳", "Ada", "Grace", "敏", "Alan", "Linus", "静", "Edsger", "Barbara");
    private static final List<String> USER_STATUS = List.of("active", "active", "active", "inactive", "blocked");
    private static final List<String> ORDER_STATUS = List.of("new", "paid", "shipped", "completed", "completed", "cancelled");

    private SampleData() {
    }

    /** @param properties of the server, {@code caravan.databases.NAME.*} */
    static void fill(ServerKind kind, Map<String, String> properties) {
        try {
            switch (kind) {
                case MONGO -> MongoSample.fill(properties.get("caravan.databases.mongodb.url"));
                case REDIS -> RedisSample.fill(properties.get("caravan.databases.redis.url"));
                case OPENSEARCH -> OpenSearchSample.fill(properties.get("caravan.databases.opensearch.url"));
                default -> SqlSample.fill(kind, properties);
            }
        } catch (Exception e) {
            throw new IllegalStateException("Sample data can't be inserted into " + kind, e);
        }
    }

    /** Returns the users by columns; {@code created_at} is RFC 3339. */
    static List<Map<String, Object>> users() {
        Random random = new Random(1);
        List<Map<String, Object>> users = new ArrayList<>();
        for (int i = 1; i <= USERS; i++) {
            Map<String, Object> user = new LinkedHashMap<>();
            user.put("id", i);
            user.put("name", GIVEN.get(random.nextInt(GIVEN.size())) + " " + FAMILY.get(random.nextInt(FAMILY.size())));
            user.put("email", "user" + i + "@example.com");
            user.put("status", USER_STATUS.get(random.nextInt(USER_STATUS.size())));
            user.put("age", 18 + random.nextInt(62));
            user.put("created_at", moment(random));
            users.add(user);
        }
        return users;
    }

    /** Returns the orders by columns. */
    static List<Map<String, Object>> orders() {
        Random random = new Random(2);
        List<Map<String, Object>> orders = new ArrayList<>();
        for (int i = 1; i <= ORDERS; i++) {
            Map<String, Object> order = new LinkedHashMap<>();
            order.put("id", i);
            order.put("user_id", 1 + random.nextInt(USERS));
            order.put("amount", BigDecimal.valueOf(100 + random.nextInt(999_900), 2));
            order.put("status", ORDER_STATUS.get(random.nextInt(ORDER_STATUS.size())));
            order.put("created_at", moment(random));
            orders.add(order);
        }
        return orders;
    }

    private static String moment(Random random) {
        return "2026-%02d-%02dT%02d:%02d:%02dZ".formatted(1 + random.nextInt(10), 1 + random.nextInt(28), random.nextInt(24),
                random.nextInt(60), random.nextInt(60));
    }
}
