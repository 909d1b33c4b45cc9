/**
 * Says who calls, and what they may do, for all packages. {@code dev.caravan.security} finds it out; {@code dev.caravan.http} and
 * {@code dev.caravan.bus} ask through {@code Admission}.
 */
package dev.caravan.security.caller;
