/** Who calls, and what they may (contracts, section 8). Mode {@code none}: anyone who reaches the port, which must be loopback. */
package dev.caravan.security;
