package dev.caravan.http;

import java.io.IOException;
import java.security.GeneralSecurityException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures TLS of the entry if there is a certificate. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnExpression("'${caravan.http.tls.certificate:}' != ''")
class TlsConfiguration {

    @Bean
    EntryTls entryTls(SslBundles bundles) throws GeneralSecurityException, IOException {
        return new EntryTls(bundles);
    }
}
