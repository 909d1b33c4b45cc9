/** Code intelligence: the ci_* tools over an index of source trees, with CKB's call graph where there is one. */
package dev.caravan.intelligence;
