package dev.caravan.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for 127.0.0.1 that is signed by itself, with its key. */
public record Identity(X509Certificate certificate, String certificatePem, String keyPem, Path certificateFile, Path keyFile) {

    private static final String PASSWORD = "changeit";

    /**
     * Has keytool make one.
     *
     * @param folder    gets NAME.p12, NAME.crt and NAME.key
     * @param algorithm EC or RSA
     */
    public static Identity make(Path folder, String name, String algorithm)
            throws IOException, GeneralSecurityException, InterruptedException {
        Path file = folder.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-alias",
                name, "-keyalg", algorithm,
                "-dname", "CN=" + name, "-ext", "san=ip:127.0.0.1", "-validity", "2", "-storetype", "PKCS12", "-keystore", file.toString(),
                "-storepass", PASSWORD)
                .inheritIO().start();
        if (keytool.waitFor() != 0) {
            throw new AssertionError("keytool failed");
        }
        KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
        Key key = store.getKey(name, PASSWORD.toCharArray());
        X509Certificate certificate = (X509Certificate) store.getCertificate(name);
        Identity made = new Identity(certificate, pem("CERTIFICATE", certificate.getEncoded()), pem("PRIVATE KEY", key.getEncoded()),
                folder.resolve(name + ".crt"), folder.resolve(name + ".key"));
        Files.writeString(made.certificateFile(), made.certificatePem());
        Files.writeString(made.keyFile(), made.keyPem());
        return made;
    }

    private static String pem(String kind, byte[] content) {
        return "-----BEGIN " + kind + "-----\n"
                + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(content) + "\n-----END " + kind
                + "-----\n";
    }

    /** Makes sockets of a client that trusts this certificate alone. */
    public SSLSocketFactory trusting() throws IOException, GeneralSecurityException {
        return trusting(List.of(this));
    }

    static SSLSocketFactory trusting(List<Identity> identities) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (Identity identity : identities) {
            store.setCertificateEntry(identity.certificate().getSerialNumber().toString(), identity.certificate());
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context.getSocketFactory();
    }
}
