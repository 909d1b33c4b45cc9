/** What the stores of several capabilities need alike. */
package dev.caravan.store;
