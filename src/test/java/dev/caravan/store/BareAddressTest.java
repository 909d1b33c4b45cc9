package dev.caravan.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCredential;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses as people copy them from hosts of databases, with the user and password in them or beside them. */
class BareAddressTest {

    @ParameterizedTest
    @CsvSource({
        "postgres://u:secret@h:5432/d, jdbc:postgresql://h:5432/d, u, secret",
        "postgresql://u:secret@h/d?sslmode=require, jdbc:postgresql://h/d?sslmode=require, u, secret",
        "postgresql://u:p%40s%2Fs%3A%25@h/d, jdbc:postgresql://h/d, u, p@s/s:%",
        "postgresql://u:p@s/s@h/d, jdbc:postgresql://h/d, u, p@s/s",
        "postgres://u:100%@h/d, jdbc:postgresql://h/d, u, 100%",
        "postgres://u:a+b@h/d, jdbc:postgresql://h/d, u, a+b",
        "postgres://u@h/d, jdbc:postgresql://h/d, u, ''",
        "postgres://h/d, jdbc:postgresql://h/d, ,",
        "mysql://u:secret@h:3306/d, jdbc:mysql://h:3306/d, u, secret",
        "mariadb://u:secret@h/d, jdbc:mariadb://h/d, u, secret",
        "jdbc:postgresql://u:secret@h/d, jdbc:postgresql://h/d, u, secret",
        "jdbc:postgresql://h/d?user=u&password=s%40&ssl=true, jdbc:postgresql://h/d?ssl=true, u, s@",
        "jdbc:postgresql://h/d?ssl=true&password=s&user=u, jdbc:postgresql://h/d?ssl=true, u, s",
        "'postgres://u:p@h1,h2:5433/d', 'jdbc:postgresql://h1,h2:5433/d', u, p",
        "'postgres://u:p@[::1]:5433/d', 'jdbc:postgresql://[::1]:5433/d', u, p",
        "jdbc:postgresql:d, jdbc:postgresql:d, ,",
        "jdbc:sqlite:a/b.db, jdbc:sqlite:a/b.db, ,",
        "sqlite:a/b.db, jdbc:sqlite:a/b.db, ,",
        "sqlite:///a/b.db, jdbc:sqlite:/a/b.db, ,"})
    void anAddressOfSqlIsUnderstood(String url, String bare, String user, String password) {
        BareAddress address = BareAddress.jdbc("caravan.store.url", url, null, null);
        assertThat(address.url()).isEqualTo(bare);
        assertThat(address.username()).isEqualTo(user);
        assertThat(address.password()).isEqualTo(password);
        assertThat(address.toString()).doesNotContain("secret");
    }

    @Test
    void whatIsBesideTheAddressWins() {
        assertThat(BareAddress.jdbc("caravan.store.url", "postgres://u:secret@h/d", "other", "word"))
                .isEqualTo(new BareAddress("jdbc:postgresql://h/d", "other", "word"));
        assertThat(BareAddress.jdbc("caravan.store.url", "postgres://u@h/d", "", "word"))
                .isEqualTo(new BareAddress("jdbc:postgresql://h/d", "u", "word"));
    }

    @ParameterizedTest
    @CsvSource({"bolt://neo4j:secret@h:7687, bolt://h:7687, neo4j, secret", "https://u:secret@h:9200/x@y, https://h:9200/x@y, u, secret",
        "https://h/x@y, https://h/x@y, ,"})
    void otherAddressesAreTakenApartToo(String url, String bare, String user, String password) {
        assertThat(BareAddress.of(url, null, null)).isEqualTo(new BareAddress(bare, user, password));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mongodb://u:se@cret@h/d", "mongodb://u:se/cret@h/d", "mongodb://u:se:cret@h/d", "mongo://u:secret@h/d",
        "mongodb://u:secret@/d", "mongodb://u:secret@h:port/d", "mongodb://u:%zzcret@h/d"})
    void aWrongAddressOfMongoIsToldWithoutItsParts(String url) {
        assertThatThrownBy(() -> BareAddress.mongo("caravan.mongodb.uri", url, "", ""))
                .hasMessageStartingWith("caravan.mongodb.uri must be mongodb://").hasNoCause().message().doesNotContain("cret");
    }

    /** Hosts give the address, and keep the password in a place of its own. */
    @ParameterizedTest
    @CsvSource({"mongodb://h/d, u, p@/:%, u, p@/:%, admin", "mongodb://x:y@h/d, u, p, u, p, admin",
        "mongodb://u@h/d, '', p, u, p, d",
        "mongodb://h/d?authSource=a, u, p, u, p, a", "mongodb://u:p%40@h/d, '', '', u, p@, d",
        "mongodb://u:p@h/d?authSource=a, , , u, p, a"})
    void userAndPasswordOfMongoMayBeBesideTheAddress(String url, String user, String password, String name, String secret, String source) {
        MongoCredential credential = BareAddress.mongo("caravan.databases.shop.url", url, user, password).getCredential();
        assertThat(credential.getUserName()).isEqualTo(name);
        assertThat(new String(credential.getPassword())).isEqualTo(secret);
        assertThat(credential.getSource()).isEqualTo(source);
    }
}
