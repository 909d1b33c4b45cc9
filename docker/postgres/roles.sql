-- The image runs this once, at its first start, as the superuser. It creates two roles. Neither is a superuser, and neither can reach the other's
-- database: caravan owns the gateways' store, and tools is the user of the db_* tools.
\getenv store_password STORE_PASSWORD
\getenv tools_password TOOLS_PASSWORD
CREATE ROLE caravan LOGIN PASSWORD :'store_password';
CREATE ROLE tools LOGIN PASSWORD :'tools_password';
CREATE DATABASE caravan OWNER caravan;
REVOKE CONNECT, TEMPORARY ON DATABASE caravan, shop, postgres, template1 FROM PUBLIC;
GRANT CONNECT ON DATABASE shop TO tools;

-- The superuser creates and changes tables; tools reads and writes their rows.
\connect shop
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO tools;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO tools;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO tools;
