/** Code intelligence: the ci_* tools over an index of source trees, with CKB's call graph if available. */
package dev.caravan.intelligence;
