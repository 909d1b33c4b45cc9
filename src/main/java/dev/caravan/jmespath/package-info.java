/** Evaluates JMESPath expressions of callers on JSON, exactly and within limits of time and size. */
package dev.caravan.jmespath;
