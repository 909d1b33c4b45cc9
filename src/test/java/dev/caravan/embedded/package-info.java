/**
 * Real servers for quick start and tests, run from Maven artifacts: nothing to install, no Docker, root or not.
 * They start side by side, only those asked for, on free loopback ports, and keep their data below one directory.
 * One JVM owns a data directory at a time; what a killed JVM left running is stopped before its data is opened again.
 * A server can be stopped and brought back on the same port with the same data. On exit applications close first, then servers.
 * Tests say {@code @WithServers} or {@code SharedServers.get} and share one stack; quick start is {@code QuickStart}.
 */
package dev.caravan.embedded;
