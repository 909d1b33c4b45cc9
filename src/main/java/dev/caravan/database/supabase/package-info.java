/** Supabase: tables and functions that PostgREST serves. The flows are in {@code routes/databases/supabase.camel.yaml}. */
package dev.caravan.database.supabase;
