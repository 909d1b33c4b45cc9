package dev.caravan.store;

import dev.caravan.envelope.NearestNames;
import java.lang.reflect.Field;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.mariadb.jdbc.Configuration;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * Translates the parameters of an address from those of the products' own clients (libpq, mysql) and of usual frameworks to those of the
 * JDBC drivers. The drivers ignore what they do not know, so that a misspelt {@code sslmode} would leave a connection without TLS: such an
 * address is refused.
 */
final class JdbcParameters {

    private static final Map<String, String> POSTGRES = Map.ofEntries(Map.entry("application_name", "ApplicationName"),
            Map.entry("connect_timeout", "connectTimeout"), Map.entry("target_session_attrs", "targetServerType"),
            Map.entry("channel_binding", "channelBinding"), Map.entry("gssencmode", "gssEncMode"), Map.entry("keepalives", "tcpKeepAlive"),
            Map.entry("krbsrvname", "kerberosServerName"), Map.entry("sslnegotiation", "sslNegotiation"),
            Map.entry("load_balance_hosts", "loadBalanceHosts"), Map.entry("require_auth", "requireAuth"),
            Map.entry("schema", "currentSchema"), Map.entry("pgbouncer", "prepareThreshold"));
    private static final Map<String, String> MYSQL = Map.ofEntries(Map.entry("ssl-mode", "sslMode"), Map.entry("ssl_mode", "sslMode"),
            Map.entry("sslmode", "sslMode"), Map.entry("ssl", "sslMode"), Map.entry("usessl", "sslMode"),
            Map.entry("requiressl", "sslMode"), Map.entry("sslaccept", "sslMode"), Map.entry("ssl-ca", "serverSslCert"),
            Map.entry("connect_timeout", "connectTimeout"));
    /** Values that mean another word to the driver, by the driver's parameter. */
    private static final Map<String, Map<String, String>> VALUES = Map.of(
            "targetServerType", Map.of("read-write", "primary", "read-only", "secondary", "standby", "secondary",
                    "prefer-standby", "preferSecondary"),
            "tcpKeepAlive", Map.of("1", "true", "0", "false"),
            "loadBalanceHosts", Map.of("random", "true", "disable", "false"),
            "prepareThreshold", Map.of("true", "0", "false", "5"),
            "sslMode", Map.of("true", "trust", "1", "trust", "false", "disable", "0", "disable", "strict", "verify-full",
                    "accept_invalid_certs", "trust"));
    private static final List<String> POSTGRES_TLS = List.of("disable", "allow", "prefer", "require", "verify-ca", "verify-full");
    private static final List<String> MYSQL_TLS = List.of("disable", "disabled", "trust", "required", "verify-ca", "verify_ca",
            "verify-full", "verify_identity");
    /** What the drivers do anyway: UTF-8, and times in UTC; and limits that the gateway has settings for. */
    private static final Set<String> NEEDLESS = Set.of("client_encoding", "sslsni", "connection_limit", "pool_timeout", "charset",
            "characterencoding", "useunicode", "collation", "servertimezone", "parsetime", "loc", "zerodatetimebehavior", "autoreconnect",
            "uselegacydatetimecode");

    private JdbcParameters() {
    }

    /**
     * Returns the address with the driver's parameters.
     *
     * @param setting name of the setting, for messages
     * @param url     begins with jdbc:postgresql:, jdbc:mysql: or jdbc:mariadb:, without user and password
     * @throws IllegalArgumentException if the driver can't read it, or does not know a parameter; the message has no values
     */
    static String translated(String setting, String url) {
        boolean postgres = url.startsWith("jdbc:postgresql:");
        int mark = url.indexOf('?');
        String address = mark < 0 ? url : url.substring(0, mark);
        if (postgres && address.matches("jdbc:postgresql://[^/]+")) {
            address += "/"; // the database has the user's name
        }
        String parameters = mark < 0 ? "" : Arrays.stream(url.substring(mark + 1).split("&")).filter(each -> !each.isEmpty())
                .filter(each -> !NEEDLESS.contains(name(each).toLowerCase(Locale.ROOT)))
                .map(each -> parameter(setting, each, postgres)).collect(Collectors.joining("&"));
        String whole = parameters.isEmpty() ? address : address + "?" + parameters;
        checkAddress(setting, whole, postgres);
        return whole;
    }

    private static String name(String parameter) {
        return parameter.split("=", 2)[0];
    }

    private static String parameter(String setting, String given, boolean postgres) {
        String name = name(given);
        String value = given.length() > name.length() ? given.substring(name.length() + 1) : "";
        String own = postgres ? POSTGRES.getOrDefault(name, name) : MYSQL.getOrDefault(name.toLowerCase(Locale.ROOT), name);
        if (postgres && PGProperty.forName(own) == null) {
            throw unknown(setting, name, Arrays.stream(PGProperty.values()).map(PGProperty::getName).toList(), "PostgreSQL");
        }
        if (own.equals("sslMode") && value.matches("(?s)(%7B|\\{).*")) { // as Node writes it
            value = URLDecoder.decode(value, StandardCharsets.UTF_8).matches("(?s).*rejectUnauthorized\"?\\s*:\\s*false.*") ? "trust"
                    : "verify-full";
        }
        value = VALUES.getOrDefault(own, Map.of()).getOrDefault(value, value);
        List<String> modes = postgres ? POSTGRES_TLS : MYSQL_TLS;
        if (own.equalsIgnoreCase("sslmode") && !modes.contains(value.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(setting + ": the parameter " + name + " must be one of " + String.join(", ", modes));
        }
        return own + "=" + value;
    }

    private static void checkAddress(String setting, String url, boolean postgres) {
        try {
            if (postgres && Driver.parseURL(url, null) == null) {
                throw new IllegalArgumentException(
                        setting + " must be postgresql://USER:PASSWORD@HOST[:PORT]/DATABASE or jdbc:postgresql://HOST[:PORT]/DATABASE");
            }
            if (!postgres) {
                Set<String> rest = Configuration.parse(url.replaceFirst("^jdbc:mysql:", "jdbc:mariadb:")).nonMappedOptions()
                        .stringPropertyNames();
                if (!rest.isEmpty()) {
                    throw unknown(setting, rest.iterator().next(), Arrays.stream(Configuration.class.getDeclaredFields())
                            .map(Field::getName).toList(), "MySQL");
                }
            }
        } catch (SQLException e) { // its message repeats the value
            throw new IllegalArgumentException(setting
                    + " must be mysql://USER:PASSWORD@HOST[:PORT]/DATABASE or jdbc:mysql://HOST[:PORT]/DATABASE, with the driver's values");
        }
    }

    private static IllegalArgumentException unknown(String setting, String name, List<String> known, String product) {
        String nearest = known.stream().min(Comparator.comparingDouble(each -> NearestNames.unlikeness(name, each))).orElseThrow();
        return new IllegalArgumentException(setting + " has a parameter " + name + " that the driver of " + product
                + " does not know. The nearest is " + nearest + ". Correct or remove it");
    }
}
