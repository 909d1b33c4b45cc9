package dev.caravan.source.oauth;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * Which addresses the gateway calls because a server named them. Only https is allowed, and http from loopback to loopback. A server with a
 * public address can't send the gateway to an address of the internal network.
 *
 * @param server address of the MCP server, from the settings
 */
record AddressRules(String server) {

    private static final int LONGEST = 2_000;

    /**
     * Returns the address if the gateway may call it.
     *
     * @param what names the address in the message
     * @throws IOException with the reason
     */
    URI checked(String what, String address) throws IOException {
        URI uri;
        try {
            uri = new URI(address == null || address.length() > LONGEST ? "" : address);
        } catch (URISyntaxException e) {
            throw new IOException("its " + what + " is no address");
        }
        if (uri.getHost() == null || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
            throw new IOException("its " + what + " is no address");
        }
        String own = URI.create(server).getHost();
        boolean bothLoopback = isLoopback(own) && isLoopback(uri.getHost());
        if (!"https".equals(uri.getScheme()) && !("http".equals(uri.getScheme()) && bothLoopback)) {
            throw new IOException("its " + what + " must have https");
        }
        if (!bothLoopback && isInternal(uri.getHost()) && !isInternal(own)) {
            throw new IOException("its " + what + " is an internal address");
        }
        return uri;
    }

    static boolean isLoopback(String host) {
        return host != null && (host.equals("localhost") || host.equals("[::1]") || host.matches("127(\\.\\d{1,3}){3}"));
    }

    private static boolean isInternal(String host) throws IOException {
        try {
            return Arrays.stream(InetAddress.getAllByName(host)).anyMatch(AddressRules::isInternal);
        } catch (UnknownHostException e) {
            throw new IOException("the host " + host + " is unknown", e);
        }
    }

    private static boolean isInternal(InetAddress address) {
        byte[] bytes = address.getAddress();
        boolean uniqueLocal = bytes.length == 16 && (bytes[0] & 0xfe) == 0xfc;
        boolean shared = bytes.length == 4 && (bytes[0] & 0xff) == 100 && (bytes[1] & 0xc0) == 64;
        return address.isLoopbackAddress() || address.isAnyLocalAddress() || address.isLinkLocalAddress() || address.isSiteLocalAddress()
                || address.isMulticastAddress() || uniqueLocal || shared;
    }
}
