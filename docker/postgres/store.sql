-- Beside the database that the db_* tools work on: the gateways' own store.
CREATE DATABASE caravan;
