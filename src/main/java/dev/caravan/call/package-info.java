/**
 * What calling a tool, reading a resource, getting a prompt and completing an argument have in common: the steps of the route {@code call}, who
 * asks and in which trace, the registry of the routes that serve, the gate and the time limit under which they run, the audit event. Knows none
 * of them.
 */
package dev.caravan.call;
