package dev.caravan.http;

import java.util.List;
import javax.net.ssl.KeyManager;
import org.apache.camel.support.jsse.KeyManagersParameters;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.jsse.SecureSocketProtocolsParameters;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** TLS of the entry, where there is a certificate: version 1.2 at least. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnExpression("'${caravan.http.tls.certificate:}' != ''")
class TlsConfiguration {

    @Bean
    CertificateWatch certificateWatch(TlsProperties tls) {
        return new CertificateWatch(tls);
    }

    @Bean("entryTls")
    SSLContextParameters entryTls(CertificateWatch watch) {
        SecureSocketProtocolsParameters versions = new SecureSocketProtocolsParameters();
        versions.setSecureSocketProtocol(List.of("TLSv1.3", "TLSv1.2"));
        SSLContextParameters parameters = new SSLContextParameters();
        parameters.setSecureSocketProtocols(versions);
        parameters.setKeyManagers(new KeyManagersParameters() {
            @Override
            public KeyManager[] createKeyManagers() {
                return new KeyManager[] {watch.certificate()};
            }
        });
        return parameters;
    }
}
