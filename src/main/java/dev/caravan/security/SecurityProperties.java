package dev.caravan.security;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.security.*}.
 *
 * @param mode          how callers are known
 * @param openToNetwork mode none on an address that others can reach: the second yes that this needs
 */
@ConfigurationProperties("caravan.security")
record SecurityProperties(@DefaultValue("none") Mode mode, @DefaultValue("false") boolean openToNetwork) {

    enum Mode { NONE }
}
