package dev.caravan.http;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes up a new certificate while the gateway serves. As long as the files can't be used, the one before stays in force. */
class CertificateWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CertificateWatch.class);

    private final CertificateFiles files;
    private final ServerCertificate certificate;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "certificate-watch");
        thread.setDaemon(true);
        return thread;
    });

    /** @throws IllegalStateException if there is no certificate to begin with */
    CertificateWatch(TlsProperties tls) {
        files = new CertificateFiles(tls);
        try {
            certificate = new ServerCertificate(files.readIfChanged());
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("caravan.http.tls: " + e.getMessage() + " (" + tls.certificate() + ", " + tls.key() + ")", e);
        }
        clock.scheduleWithFixedDelay(this::look, tls.reload().toMillis(), tls.reload().toMillis(), TimeUnit.MILLISECONDS);
    }

    ServerCertificate certificate() {
        return certificate;
    }

    private void look() {
        try {
            ServerCertificate.Pair changed = files.readIfChanged();
            if (changed != null) {
                certificate.replace(changed);
                LOG.info("A new certificate is in force, good until {}", changed.chain()[0].getNotAfter().toInstant());
            }
        } catch (IOException | GeneralSecurityException | RuntimeException | Error e) {
            LOG.warn("The new certificate can't be used, the one before stays in force: {}", e.getMessage());
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
