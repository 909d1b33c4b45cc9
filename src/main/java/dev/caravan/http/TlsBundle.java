package dev.caravan.http;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.env.EnvironmentPostProcessor;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.StringUtils;

/**
 * Creates a Spring Boot SSL bundle from {@code caravan.http.tls.*}, so that Spring Boot reads and watches the files.
 * {@code META-INF/spring.factories} names this class.
 */
final class TlsBundle implements EnvironmentPostProcessor {

    static final String NAME = "caravan-http";

    private static final String SETTINGS = "caravan.http.tls.";
    private static final String BUNDLE = "spring.ssl.bundle.pem." + NAME + ".";

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        String certificate = environment.getProperty(SETTINGS + "certificate");
        String key = environment.getProperty(SETTINGS + "key");
        if (!StringUtils.hasText(certificate) || !StringUtils.hasText(key)) {
            return;
        }
        Map<String, Object> bundle = new LinkedHashMap<>();
        bundle.put(BUNDLE + "keystore.certificate", certificate);
        bundle.put(BUNDLE + "keystore.private-key", key);
        bundle.put(BUNDLE + "keystore.verify-keys", true);
        bundle.put(BUNDLE + "reload-on-update", true);
        bundle.put("spring.ssl.bundle.watch.file.quiet-period", environment.getProperty(SETTINGS + "reload", "10s"));
        String password = environment.getProperty(SETTINGS + "password");
        if (StringUtils.hasText(password)) {
            bundle.put(BUNDLE + "keystore.private-key-password", password);
        }
        environment.getPropertySources().addLast(new MapPropertySource(SETTINGS + "bundle", bundle));
    }
}
