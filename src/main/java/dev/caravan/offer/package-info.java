/**
 * Tools that others define, as the gateway offers them. Names, texts and schemas are checked and limited, and settings can override them.
 */
package dev.caravan.offer;
