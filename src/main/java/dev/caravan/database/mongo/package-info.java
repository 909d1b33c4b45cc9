/** MongoDB: filters, documents, pipelines and transactions. The flows are in {@code routes/databases/mongodb.camel.yaml}. */
package dev.caravan.database.mongo;
