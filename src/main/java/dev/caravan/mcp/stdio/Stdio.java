package dev.caravan.mcp.stdio;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The flag {@value #FLAG}: what it stands for. */
public final class Stdio {

    public static final String FLAG = "--stdio";

    /** No port is opened, so whoever started the process is who calls; and the session lasts as long as the process. */
    private static final Map<String, String> SETTINGS = Map.of(
            "caravan.stdio.enabled", "true",
            "caravan.http.enabled", "false",
            "caravan.security.mode", "none",
            "caravan.conversation.session-ttl", "3650d",
            "spring.main.web-application-type", "none");

    private Stdio() {
    }

    public static boolean isAsked(String[] args) {
        return Arrays.asList(args).contains(FLAG);
    }

    /** From here on nothing but the protocol goes to standard output; what libraries print there, and the log, goes to standard error. */
    public static void keepOutput() {
        System.setOut(System.err);
    }

    /** The arguments, with what the flag stands for in its place, unless they say otherwise. */
    public static String[] settings(String[] args) {
        List<String> settings = new ArrayList<>(Arrays.asList(args));
        settings.removeIf(FLAG::equals);
        SETTINGS.forEach((name, value) -> {
            if (settings.stream().noneMatch(given -> given.startsWith("--" + name + "="))) {
                settings.add("--" + name + "=" + value);
            }
        });
        return settings.toArray(String[]::new);
    }
}
