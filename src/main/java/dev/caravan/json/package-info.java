/** JSON as it comes from outside. */
package dev.caravan.json;
