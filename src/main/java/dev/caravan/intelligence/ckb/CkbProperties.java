package dev.caravan.intelligence.ckb;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.ckb-integration.*}. {@code config/application.yaml} explains each. The routes in
 * {@code routes/upstream/ckb.camel.yaml} also read {@code server}.
 *
 * @param enabled        Whether the ci_* tools ask CKB for the call graph.
 * @param server         Name of CKB in config/servers.
 * @param timeout        Timeout of all requests to CKB for one question.
 * @param impatience     Time that a question waits while another question asks CKB.
 * @param cooldown       Time for which CKB is not asked after a failure, 1s to 60s.
 * @param healthInterval Time for which a passed health check of CKB is valid.
 */
@ConfigurationProperties("caravan.ckb-integration")
record CkbProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("ckb") String server,
        @DefaultValue("5s") Duration timeout,
        @DefaultValue("1s") Duration impatience,
        @DefaultValue("60s") Duration cooldown,
        @DefaultValue("30s") Duration healthInterval) {

    private static final Duration LONGEST_COOLDOWN = Duration.ofSeconds(60);

    CkbProperties {
        if (cooldown.compareTo(Duration.ofSeconds(1)) < 0 || cooldown.compareTo(LONGEST_COOLDOWN) > 0) {
            throw new IllegalArgumentException("caravan.ckb-integration.cooldown must be 1s to 60s, got " + cooldown);
        }
        if (timeout.toMillis() < 1 || impatience.toMillis() < 1) {
            throw new IllegalArgumentException("caravan.ckb-integration.timeout and impatience must be at least 1ms");
        }
    }
}
