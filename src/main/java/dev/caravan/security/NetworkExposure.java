package dev.caravan.security;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Refuses to start a gateway that anyone on the network could call without being known. */
@Component
class NetworkExposure {

    NetworkExposure(SecurityProperties security, @Value("${caravan.http.host:127.0.0.1}") String host) throws UnknownHostException {
        boolean loopback = InetAddress.getByName(host).isLoopbackAddress();
        if (security.mode() == SecurityProperties.Mode.NONE && !loopback && !security.openToNetwork()) {
            throw new IllegalStateException("caravan.http.host is " + host + ", which others can reach, and caravan.security.mode is none:"
                    + " anyone could call every tool. Bind to 127.0.0.1, or say caravan.security.open-to-network=true as well");
        }
    }
}
