package dev.caravan.embedded;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.UUID;

/**
 * searx 1.1, the parent of SearXNG with the same JSON API, if Debian's package of that name is installed. Its only engine searches
 * {@link LocalPages}, so it needs no internet. The engine has no time ranges, so searx does not ask it when only recent pages are wanted.
 */
final class EmbeddedSearx implements EmbeddedServer {

    private static final Path PYTHON = Path.of("/usr/bin/python3");
    private static final Path SEARX = Path.of("/usr/bin/searx-run");

    private final Binaries binaries;
    private ServerProcess process;
    private LocalPages pages;
    private int port;

    EmbeddedSearx(Binaries binaries) {
        this.binaries = binaries;
    }

    static boolean isInstalled() {
        return Files.isExecutable(SEARX) && Files.isExecutable(PYTHON);
    }

    @Override
    public String name() {
        return "searx";
    }

    @Override
    public void start(Path directory, int port) throws Exception {
        if (!isInstalled()) {
            throw new IOException("searx is not installed; run apt-get install searx");
        }
        this.port = port;
        Files.createDirectories(directory);
        new Orphans(binaries.directory(), directory).stop(StopSignal.TERM);
        pages = new LocalPages();
        Path settings = Files.writeString(directory.resolve("settings.yml"), settings());
        ProcessBuilder builder = new ProcessBuilder(PYTHON.toString(), script().toString(), settings.toString());
        builder.environment().put("SEARX_SETTINGS_PATH", settings.toString());
        process = new ServerProcess(directory, StopSignal.TERM);
        try {
            process.start(builder, this::ask);
        } catch (IOException | InterruptedException e) {
            pages.close();
            throw e;
        }
    }

    /** Copies the system's script to a path of ours, by which orphans are recognized. */
    private Path script() throws IOException {
        Path ours = Files.createDirectories(binaries.directory().resolve("searx")).resolve("searx-run");
        if (!Files.exists(ours)) {
            Path link = Files.createSymbolicLink(ours.resolveSibling(UUID.randomUUID().toString()), SEARX);
            Files.move(link, ours, StandardCopyOption.REPLACE_EXISTING);
        }
        return ours;
    }

    private String settings() {
        return """
                general: {debug: false, instance_name: searx, contact_url: false, enable_stats: false}
                brand: {git_url: '', git_branch: '', issue_url: '', docs_url: '', public_instances: '', wiki_url: '', twitter_url: ''}
                search: {safe_search: 0, autocomplete: '', default_lang: '', ban_time_on_fail: 1, max_ban_time_on_fail: 1, formats: \
                [html, json]}
                server: {port: %d, bind_address: 127.0.0.1, secret_key: %s, base_url: false, image_proxy: false, http_protocol_version: \
                '1.1', method: GET, default_http_headers: {}}
                ui: {static_path: /usr/share/python3-searx/static, templates_path: /usr/share/python3-searx/templates, default_theme: \
                oscar, default_locale: '', theme_args: {oscar_style: logicodev}}
                outgoing: {request_timeout: 3.0, useragent_suffix: '', pool_connections: 20, pool_maxsize: 20}
                locales: {en: English}
                doi_resolvers: {none: ''}
                default_doi_resolver: none
                engines:
                  - {name: local, engine: json_engine, shortcut: lo, categories: general, paging: true, timeout: 3.0, enable_http: true, \
                search_url: 'http://127.0.0.1:%d/?q={query}&p={pageno}', results_query: hits, url_query: link, title_query: title, \
                content_query: text}
                """.formatted(port, UUID.randomUUID(), pages.port());
    }

    private String ask() throws IOException {
        HttpURLConnection connection = (HttpURLConnection) URI.create(address() + "/search?q=camel&format=json").toURL().openConnection();
        connection.setConnectTimeout(1_000);
        connection.setReadTimeout(5_000);
        try (var in = connection.getInputStream()) {
            return new String(in.readAllBytes());
        } finally {
            connection.disconnect();
        }
    }

    @Override
    public String address() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public Map<String, String> properties() {
        return Map.of("caravan.web-search.searxng-url", address());
    }

    @Override
    public void stop() throws Exception {
        try {
            process.stop();
        } finally {
            pages.close();
        }
    }
}
