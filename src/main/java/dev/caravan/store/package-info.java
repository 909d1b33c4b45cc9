/** What the stores of several capabilities need alike, and the PostgreSQL database that gateways share. */
package dev.caravan.store;
