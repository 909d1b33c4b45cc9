/**
 * Real servers for the quick start and for tests, from Maven artifacts: nothing to install, no Docker, root or not. They start side by side
 * and only on request, on free loopback ports, and keep their data below one directory. One JVM at a time owns a data directory. It stops
 * the processes of a killed JVM before it opens their data. A server can stop and start again on the same port with the same data. At exit,
 * applications close first, then servers. Tests use {@code @WithServers} or {@code SharedServers.get} and share one stack. The quick start
 * is {@code QuickStart}.
 */
package dev.caravan.embedded;
