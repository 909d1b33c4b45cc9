package dev.caravan.http;

import java.io.IOException;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;
import org.springframework.boot.ssl.pem.PemContent;

/** The two PEM files of the server's certificate; tells whether they have changed since they were last read. */
class CertificateFiles {

    private final TlsProperties tls;
    private String seen = "";

    CertificateFiles(TlsProperties tls) {
        this.tls = tls;
    }

    /** Null: nothing has changed. @throws GeneralSecurityException if they can't be used, such as one without the other */
    ServerCertificate.Pair readIfChanged() throws IOException, GeneralSecurityException {
        String certificate = Files.readString(tls.certificate());
        String key = Files.readString(tls.key());
        if (seen.equals(certificate + key)) {
            return null;
        }
        seen = certificate + key;
        return read(PemContent.of(certificate), PemContent.of(key));
    }

    private ServerCertificate.Pair read(PemContent certificate, PemContent key) throws GeneralSecurityException {
        List<X509Certificate> chain;
        PrivateKey secret;
        try {
            chain = certificate.getCertificates();
            secret = tls.password().isEmpty() ? key.getPrivateKey() : key.getPrivateKey(tls.password());
        } catch (IllegalStateException | IllegalArgumentException e) {
            throw new GeneralSecurityException("The files are no PEM of a certificate and of its key");
        }
        if (chain.isEmpty() || secret == null) {
            throw new GeneralSecurityException("The files are no PEM of a certificate and of its key");
        }
        if (!belong(chain.get(0), secret)) {
            throw new GeneralSecurityException("The key is not the certificate's");
        }
        return new ServerCertificate.Pair(secret, chain.toArray(X509Certificate[]::new));
    }

    private static boolean belong(X509Certificate certificate, PrivateKey key) throws GeneralSecurityException {
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
        byte[] probe = {1, 2, 3};
        Signature signer = Signature.getInstance(algorithm);
        signer.initSign(key);
        signer.update(probe);
        byte[] signed = signer.sign();
        Signature verifier = Signature.getInstance(algorithm);
        try {
            verifier.initVerify(certificate.getPublicKey());
            verifier.update(probe);
            return verifier.verify(signed);
        } catch (GeneralSecurityException anotherKindOfKey) {
            return false;
        }
    }
}
