/** The gateway that the official conformance suites of MCP are run against ({@code .ci/conformance}). */
package dev.caravan.conformance;
