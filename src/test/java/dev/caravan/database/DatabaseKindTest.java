package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kind of a database without a type: its name if that is a kind, else what its address begins with. */
class DatabaseKindTest {

    @ParameterizedTest
    @CsvSource({"shop, postgres://u:p@h/d, POSTGRESQL", "shop, postgresql://h/d, POSTGRESQL", "shop, jdbc:postgresql:d, POSTGRESQL",
        "shop, mysql://h/d, MYSQL", "shop, mariadb://h/d, MYSQL", "shop, mysql+pymysql://h/d, MYSQL", "shop, jdbc:mariadb://h/d, MYSQL",
        "shop, sqlite:a.db, SQLITE", "shop, sqlite3:///a.db, SQLITE", "shop, jdbc:sqlite:a.db, SQLITE", "shop, mongodb://h/d, MONGODB",
        "shop, mongodb+srv://h/d, MONGODB", "shop, redis://h, REDIS", "shop, rediss://h/1, REDIS", "mysql, postgres://h/d, MYSQL",
        "supabase, https://h, SUPABASE", "opensearch, https://h, OPENSEARCH", "shop, https://h,", "shop, oracle://h/d,", "shop, h:5432/d,",
        "shop, /a/b.db,", "shop, '',"})
    void nameThenAddressSayTheKind(String name, String url, DatabaseKind kind) {
        assertThat(DatabaseKind.of(name, url)).isEqualTo(Optional.ofNullable(kind));
    }
}
