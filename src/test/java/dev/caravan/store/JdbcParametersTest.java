package dev.caravan.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parameters of an address as the products' own clients, hosts of databases and frameworks write them. */
class JdbcParametersTest {

    @ParameterizedTest
    @CsvSource({
        "postgres://u:p@h/d?sslmode=require&channel_binding=require, jdbc:postgresql://h/d?sslmode=require&channelBinding=require",
        "postgresql+psycopg2://u:p@h/d, jdbc:postgresql://h/d",
        "postgres://u:p@h, jdbc:postgresql://h/",
        "postgres://u:p@h/d?application_name=a%20b&connect_timeout=3, jdbc:postgresql://h/d?ApplicationName=a%20b&connectTimeout=3",
        "'postgres://h1,h2/d?target_session_attrs=read-write&load_balance_hosts=random',"
                + " 'jdbc:postgresql://h1,h2/d?targetServerType=primary&loadBalanceHosts=true'",
        "postgres://h/d?keepalives=0&client_encoding=utf8&sslsni=1, jdbc:postgresql://h/d?tcpKeepAlive=false",
        "postgres://h/d?schema=sales&connection_limit=5&pgbouncer=true, jdbc:postgresql://h/d?currentSchema=sales&prepareThreshold=0",
        "postgres://h/d?options=-c%20geqo%3Doff, jdbc:postgresql://h/d?options=-c%20geqo%3Doff",
        "jdbc:postgresql://h/d?ssl=true&sslrootcert=ca.pem, jdbc:postgresql://h/d?ssl=true&sslrootcert=ca.pem",
        "mysql://u:p@h:25060/d?ssl-mode=REQUIRED, jdbc:mysql://h:25060/d?sslMode=REQUIRED",
        "mysql+pymysql://u:p@h/d?charset=utf8mb4, jdbc:mysql://h/d",
        "mysql://u:p@h/d?sslaccept=strict, jdbc:mysql://h/d?sslMode=verify-full",
        "'mysql://u:p@h/d?ssl={\"rejectUnauthorized\":true}', jdbc:mysql://h/d?sslMode=verify-full",
        "mysql://u:p@h/d?ssl=%7B%22rejectUnauthorized%22%3Afalse%7D, jdbc:mysql://h/d?sslMode=trust",
        "jdbc:mysql://h/d?useSSL=true&serverTimezone=UTC&allowPublicKeyRetrieval=true,"
                + " jdbc:mysql://h/d?sslMode=trust&allowPublicKeyRetrieval=true",
        "mariadb://h/d?sslMode=verify-full&serverSslCert=ca.pem, jdbc:mariadb://h/d?sslMode=verify-full&serverSslCert=ca.pem",
        "sqlite3:a/b.db, jdbc:sqlite:a/b.db"})
    void parametersOfOtherClientsAreThoseOfTheDriver(String url, String jdbc) {
        assertThat(BareAddress.jdbc("caravan.store.url", url, "", "").url()).isEqualTo(jdbc);
    }

    /** The driver would ignore it, and a connection would have no TLS. */
    @ParameterizedTest
    @CsvSource({
        "postgres://u:s3cret@h/d?sslmod=require, caravan.store.url has a parameter sslmod, The nearest is sslmode",
        "postgres://u:s3cret@h/d?sslMode=s3cret, caravan.store.url, sslmode",
        "postgres://u:s3cret@h/d?host=/var/run, caravan.store.url has a parameter host, does not know",
        "mysql://u:s3cret@h/d?sslmood=s3cret, caravan.store.url has a parameter sslmood, The nearest is sslMode",
        "mysql://u:s3cret@h/d?ssl-mode=PREFERRED, caravan.store.url: the parameter ssl-mode must be one of, required",
        "postgres://u:s3cret@h/d?sslmode=s3cret, caravan.store.url: the parameter sslmode must be one of, verify-full"})
    void anUnknownParameterIsRefused(String url, String told, String also) {
        assertThatThrownBy(() -> BareAddress.jdbc("caravan.store.url", url, "", "")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(told).hasMessageContaining(also).hasNoCause().message().doesNotContain("s3cret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgres://u:s3cret@h:port/d", "postgres://u:s3cret@h:99999/d", "mysql://u:s3cret@h:s3cret/d",
        "jdbc:mysql://h/d?connectTimeout=s3cret"})
    void anAddressThatTheDriverCannotReadIsToldWithoutItsParts(String url) {
        assertThatThrownBy(() -> BareAddress.jdbc("caravan.store.url", url, "", "")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("caravan.store.url must be ").hasNoCause().message().doesNotContain("s3cret", "port/");
    }
}
