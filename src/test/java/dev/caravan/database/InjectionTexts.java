package dev.caravan.database;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Texts that would be statements, patterns or paths where a database took them for such. */
public final class InjectionTexts {

    /** Of SQL and its drivers. */
    private static final List<String> SQL = List.of(
            "' or '1'='1", "'; drop table canary; --", "1; delete from canary", "\" or 1=1 --", "canary; update canary set v='x'",
            "canary--", "canary/**/", "canary union select v from vault",
            "canary\" union select id, v from vault --", "canary` union select id, v from vault -- ", "\\'; delete from canary; --",
            "' || (select v from vault) || '", "(select v from vault)",
            "vault) --", "v) or (1=1", "id = id or v", "1=1", "v'||pg_sleep(600)||'", "pg_sleep(600)", "sleep(600)",
            "canary where pg_sleep(600) is null", "copy canary to program 'true'",
            "do $$ begin delete from canary; end $$", "with x as (delete from canary returning *) select * from x", "pg_catalog.pg_shadow",
            "information_schema.tables", "mysql.user",
            "sqlite_master", "load_file('/etc/passwd')", "canary into outfile '/tmp/x'", "attach database '/tmp/x' as y", "\u0000",
            "canary\u0000vault", "ｖault", "%27 or 1=1", "{{caravan.databases.postgresql.password}}",
            "${exchangeProperty.database}", ":#id", "?", "$1", "id desc; drop table canary",
            "case when (select 1 from vault) = 1 then id else v end", "rand()", "@@version", "current_user", "version()");

    /** Of Redis: keys, patterns, its protocol and scripts. */
    private static final List<String> REDIS = List.of(
            "*", "vault:1", "vault:*", "[v]ault", "canary:1", "canary:1\r\nDEL canary:1\r\n",
            "\r\nFLUSHALL\r\n", "*1\r\n$8\r\nFLUSHALL\r\n",
            "'); redis.call('flushall') --", "return redis.call('get', 'vault:1')");

    /** Of OpenSearch: paths, patterns, its queries. */
    private static final List<String> OPENSEARCH = List.of(
            "canary,vault", "vault*", "-canary", "_all", "_search", "canary/_doc/1", "../vault", "%2e%2e/vault", "canary?q=*",
            "<vault-{now/d}>", "now||-1d", "{\"match_all\":{}}", "_source", "_index",
            "/.*/", "ctx._source.remove('v')", "}\n{\"delete\":{\"_id\":\"1\"}}\n");

    /** PostgREST's own syntax. */
    private static final List<String> POSTGREST = List.of(
            "id.gt.0", "eq.one", "is.null", "not.is.null", "vault(*)", "*,vault(*)", "id::text", "v->>0", "id,v", "or=(id.gt.0)",
            "one&id=gt.0", "one),id.in.(1", "\"),v.like.(\"%\"", "\\\"),v.gt.(\"",
            "id.desc.nullslast", "%", "rpc/version", "vault?select=*", "vault#", "one\r\nPrefer: tx=rollback");

    /** Every text. */
    public static final List<String> ALL = all();

    private static final int STEP = 24;

    private InjectionTexts() {
    }

    /** Those that are meant for a database (of SQL a third for each dialect), and every 24th of all others. */
    public static List<String> sample(String database) {
        List<String> own = switch (database) {
            case "redis" -> REDIS;
            case "opensearch" -> OPENSEARCH;
            case "supabase" -> POSTGREST;
            case "mongodb" -> List.of();
            case "postgresql" -> third(0);
            case "mysql" -> third(1);
            default -> third(2);
        };
        List<String> sample = new ArrayList<>(own);
        List<String> others = ALL.stream().filter(text -> !own.contains(text)).toList();
        for (int i = 0; i < others.size(); i += STEP) {
            sample.add(others.get(i));
        }
        return sample;
    }

    private static List<String> third(int which) {
        return IntStream.range(0, SQL.size()).filter(i -> i % 3 == which).mapToObj(SQL::get).toList();
    }

    private static List<String> all() {
        List<String> all = new ArrayList<>(SQL);
        List.of(REDIS, OPENSEARCH, POSTGREST).forEach(all::addAll);
        return List.copyOf(all);
    }
}
