/**
 * Implements what tool calls, resource reads, prompts and completions share: the component, endpoint, consumer, registry and list of
 * definitions, the steps of the route {@code call}, caller and trace, the gate and timeout of runs, and the audit event. It knows none of
 * the four.
 *
 * <p>{@link dev.caravan.call.KeysInMemory} keeps idempotency keys in a map and their answers in a Caffeine cache. A full cache would forget
 * a key, and the call would run twice; the map refuses the new call instead. A cache also does not count the keys of each caller.
 */
package dev.caravan.call;
