package dev.caravan.http;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/** Shows each new connection the certificate that is in force at the moment; those that are open keep theirs. */
class ServerCertificate extends X509ExtendedKeyManager {

    /** @param chain the server's own certificate first */
    record Pair(PrivateKey key, X509Certificate[] chain) {
    }

    /** A handshake that has begun with one pair ends with it: its alias says which. */
    private record Pairs(int number, Pair current, Pair previous) {

        String alias() {
            return String.valueOf(number);
        }

        Pair get(String alias) {
            return alias.equals(alias()) ? current : previous;
        }
    }

    private volatile Pairs pairs;

    ServerCertificate(Pair first) {
        this.pairs = new Pairs(0, first, first);
    }

    void replace(Pair next) {
        this.pairs = new Pairs(pairs.number() + 1, next, pairs.current());
    }

    @Override
    public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
        return alias(keyType);
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return alias(keyType);
    }

    /** Key types of TLS have a part after the algorithm, as in {@code EC_EC}. */
    private String alias(String keyType) {
        Pairs now = pairs;
        return keyType.split("_")[0].equals(now.current().key().getAlgorithm()) ? now.alias() : null;
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        String alias = alias(keyType);
        return alias == null ? null : new String[] {alias};
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return pairs.get(alias).chain().clone();
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return pairs.get(alias).key();
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return null;
    }

    @Override
    public String chooseClientAlias(String[] keyType, Principal[] issuers, Socket socket) {
        return null;
    }
}
