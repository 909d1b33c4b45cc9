/** Source code read with tree-sitter: definitions, calls, and which definition a call means. Knows no database. */
package dev.caravan.intelligence.code;
