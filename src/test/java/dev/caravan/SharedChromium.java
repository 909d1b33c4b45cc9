package dev.caravan;

import com.microsoft.playwright.Browser;

/** The one Chromium that the tests of this JVM share; it ends with the JVM. */
public final class SharedChromium {

    private static Chromium chromium;

    private SharedChromium() {
    }

    /** Starts it if it does not run. Skips the test where Chromium or npm's packages are missing, but not in CI. */
    public static synchronized Browser browser() {
        if (chromium == null) {
            Runtime.getRuntime().addShutdownHook(new Thread(SharedChromium::close));
        }
        if (chromium == null || !chromium.browser().isConnected()) {
            chromium = Chromium.start();
        }
        return chromium.browser();
    }

    private static synchronized void close() {
        if (chromium != null) {
            chromium.close();
        }
    }
}
