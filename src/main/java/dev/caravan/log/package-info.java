/** How the gateway writes its log. */
package dev.caravan.log;
