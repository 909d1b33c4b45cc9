/** Measurements, each a main class that prints its figures; none is a test. */
package dev.caravan.benchmark;
