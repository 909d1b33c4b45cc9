package dev.caravan.database;

import java.util.LinkedHashMap;
import java.util.Map;

/** Column types of the SQL databases, in their own words, each with values as JSON. */
public final class ColumnSamples {

    public static final Map<String, String[]> POSTGRESQL = new LinkedHashMap<>();
    public static final Map<String, String[]> MYSQL = new LinkedHashMap<>();
    public static final Map<String, String[]> SQLITE = new LinkedHashMap<>();

    static {
        POSTGRESQL.put("smallint", new String[] {"-32768", "32767"});
        POSTGRESQL.put("integer", new String[] {"-2147483648", "2147483647"});
        POSTGRESQL.put("bigint", new String[] {"-9223372036854775808", "9223372036854775807"});
        POSTGRESQL.put("numeric(38,10)", new String[] {"1234567890123456789012345678.0123456789", "-0.0000000001"});
        POSTGRESQL.put("numeric", new String[] {"3.14159265358979323846264338327950288", "123456789012345678901234567890"});
        POSTGRESQL.put("real", new String[] {"1.5", "-0.25"});
        POSTGRESQL.put("double precision", new String[] {"0.1", "1E+300"});
        POSTGRESQL.put("boolean", new String[] {"true", "false"});
        POSTGRESQL.put("text", new String[] {"\"\"", "\"北京 🚲 \\n \\\\ ' \\\" % _\""});
        POSTGRESQL.put("varchar(10)", new String[] {"\"ten 字字字字字字\""});
        POSTGRESQL.put("char(3)", new String[] {"\"abc\""});
        POSTGRESQL.put("uuid", new String[] {"\"0190b3c8-0000-7000-8000-000000000001\""});
        POSTGRESQL.put("timestamptz", new String[] {"\"2026-01-02T03:04:05.678901Z\"", "\"1969-12-31T23:59:59Z\"", "\"infinity\""});
        POSTGRESQL.put("timestamp", new String[] {"\"2026-01-02T03:04:05.678901\"", "\"0099-01-01T00:00:00\""});
        POSTGRESQL.put("date", new String[] {"\"2026-02-28\"", "\"0001-01-01\""});
        POSTGRESQL.put("time", new String[] {"\"23:59:59.999999\""});
        POSTGRESQL.put("timetz", new String[] {"\"23:59:59+08\""});
        POSTGRESQL.put("interval", new String[] {"\"1 year 2 mons 3 days 04:05:06.7\"", "\"-00:00:01\""});
        POSTGRESQL.put("jsonb",
                new String[]{"{\"a\":[1,2.50,null,true,\"x\"],\"北\":{}}", "[]", "\"text\"", "12345678901234567890.5", "null_in_list"});
        POSTGRESQL.put("json", new String[] {"{\"b\":1,\"a\":2}"});
        POSTGRESQL.put("text[]", new String[] {"[\"a\",\"b,c\",\"\\\"q\\\"\",\"\\\\\",\"NULL\",\"\",\"北京\",null]", "[]"});
        POSTGRESQL.put("bigint[]", new String[] {"[1,9223372036854775807]", "[[1,2],[3,4]]"});
        POSTGRESQL.put("timestamptz[]", new String[] {"[\"2026-01-02T03:04:05Z\"]"});
        POSTGRESQL.put("bytea",
                new String[]{"\"AAEC/w==\"", "\"\"", "\"" + java.util.Base64.getEncoder().encodeToString(new byte[200]) + "\""});
        POSTGRESQL.put("inet", new String[] {"\"192.168.0.1/24\"", "\"::1\""});
        POSTGRESQL.put("cidr", new String[] {"\"10.0.0.0/8\""});
        POSTGRESQL.put("macaddr", new String[] {"\"08:00:2b:01:02:03\""});
        POSTGRESQL.put("bit(4)", new String[] {"\"1010\""});
        POSTGRESQL.put("int4range", new String[] {"\"[1,5)\""});
        POSTGRESQL.put("point", new String[] {"\"(1,2)\""});
        POSTGRESQL.put("xml", new String[] {"\"<a>1</a>\""});
        POSTGRESQL.put("types_mood", new String[] {"\"happy\"", "\"so so\""});
        POSTGRESQL.put("\"Types Odd\"", new String[] {"\"x\""});

        MYSQL.put("tinyint", new String[] {"-128", "127"});
        MYSQL.put("smallint unsigned", new String[] {"65535"});
        MYSQL.put("int", new String[] {"-2147483648", "2147483647"});
        MYSQL.put("bigint", new String[] {"-9223372036854775808", "9223372036854775807"});
        MYSQL.put("bigint unsigned", new String[] {"18446744073709551615"});
        MYSQL.put("decimal(38,10)", new String[] {"1234567890123456789012345678.0123456789", "-1E-10"});
        MYSQL.put("float", new String[] {"1.5"});
        MYSQL.put("double", new String[] {"0.1"});
        MYSQL.put("boolean", new String[] {"1", "0", "2"});
        MYSQL.put("varchar(50)", new String[] {"\"北京 🚲 \\n \\\\ ' \\\" % _\"", "\"\""});
        MYSQL.put("char(5)", new String[] {"\"abc\""});
        MYSQL.put("longtext", new String[] {"\"" + "长".repeat(1000) + "\""});
        MYSQL.put("date", new String[] {"\"2026-02-28\""});
        MYSQL.put("time(6)", new String[] {"\"23:59:59.999999\"", "\"-838:59:59.000000\""});
        MYSQL.put("datetime(6)", new String[] {"\"2026-01-02T03:04:05.678901\""});
        MYSQL.put("timestamp(6) null", new String[] {"\"2026-01-02T03:04:05.678901Z\""});
        MYSQL.put("year", new String[] {"2026"});
        MYSQL.put("blob", new String[] {"\"AAEC/w==\""});
        MYSQL.put("varbinary(10)", new String[] {"\"AAEC/w==\""});
        MYSQL.put("json", new String[] {"{\"a\":[1,2.50,null,true,\"x\"],\"北\":{}}", "[]", "\"text\""});
        MYSQL.put("enum('a','b c')", new String[] {"\"b c\""});
        MYSQL.put("set('a','b')", new String[] {"\"a,b\""});
        MYSQL.put("bit(4)", new String[] {"10"});

        SQLITE.put("integer", new String[] {"-9223372036854775808", "9223372036854775807"});
        SQLITE.put("real", new String[] {"0.1", "1.5"});
        SQLITE.put("text", new String[] {"\"北京 🚲 \\n \\\\ ' \\\" % _\"", "\"\""});
        SQLITE.put("varchar(10)", new String[] {"\"12\""});
        SQLITE.put("decimal(10,2)", new String[] {"12.25", "100"});
        SQLITE.put("boolean", new String[] {"true", "false"});
        SQLITE.put("timestamp", new String[] {"\"2026-01-02T03:04:05.678Z\""});
        SQLITE.put("date", new String[] {"\"2026-02-28\""});
        SQLITE.put("json", new String[] {"{\"a\":[1,2.50,null,true,\"x\"],\"北\":{}}", "[]", "\"text\""});
        SQLITE.put("blob", new String[] {"\"AAEC/w==\""});
        SQLITE.put("", new String[] {"\"any\"", "1"});
    }

    private ColumnSamples() {
    }
}
