/**
 * Who calls, and what they may: what every room may know of it. {@code dev.caravan.security} finds it out; {@code dev.caravan.http} and
 * {@code dev.caravan.bus} ask through {@code Admission}.
 */
package dev.caravan.security.caller;
