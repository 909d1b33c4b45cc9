/**
 * Implements what tool calls, resource reads, prompts and completions share: the steps of the route {@code call}, caller and trace, the
 * registry of routes, the gate and timeout of runs, and the audit event. It knows none of the four.
 */
package dev.caravan.call;
