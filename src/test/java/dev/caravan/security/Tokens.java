package dev.caravan.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Makes tokens that no issuer would, next to good ones; all with the claims of a good one but for what is changed. */
record Tokens(String issuer, String audience) {

    /** RSA keys by id. To make a key takes a second. */
    private static final Map<String, RSAKey> KEYS = new ConcurrentHashMap<>();

    /** Returns the key with this id. It is the same for all tests of a fork. */
    static RSAKey rsa(String id) {
        return KEYS.computeIfAbsent(id, Tokens::newKey);
    }

    private static RSAKey newKey(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).keyUse(KeyUse.SIGNATURE).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The same key under another name. */
    static RSAKey again(RSAKey key, String id) {
        return new RSAKey.Builder(key).keyID(id).build();
    }

    String signed(RSAKey key, Consumer<JWTClaimsSet.Builder> change) {
        try {
            return sign(new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(), new RSASSASigner(key), change);
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** With the public key for a secret, which fools those who let the token say how it is to be verified. */
    String hmac(RSAKey key) {
        try {
            return sign(new JWSHeader.Builder(JWSAlgorithm.HS256).keyID(key.getKeyID()).build(),
                    new MACSigner(key.toRSAPublicKey().getEncoded()), claims -> {});
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    String unsigned() {
        return new PlainJWT(claims(claims -> { })).serialize();
    }

    private String sign(JWSHeader header, JWSSigner signer, Consumer<JWTClaimsSet.Builder> change) throws JOSEException {
        SignedJWT token = new SignedJWT(header, claims(change));
        token.sign(signer);
        return token.serialize();
    }

    private JWTClaimsSet claims(Consumer<JWTClaimsSet.Builder> change) {
        JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder().issuer(issuer).audience(audience).subject("alice").expirationTime(in(300))
                .claim("scope", String.join(" ", AuthorizationServer.SCOPES));
        change.accept(claims);
        return claims.build();
    }

    static Date in(int seconds) {
        return Date.from(Instant.now().plusSeconds(seconds));
    }
}
