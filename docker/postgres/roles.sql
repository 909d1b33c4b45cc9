-- Run once, by the image's own start, as its superuser. Two roles, of which neither is a superuser or reaches the other's database:
-- caravan owns the gateways' own store, and tools is what the db_* tools are.
\getenv store_password STORE_PASSWORD
\getenv tools_password TOOLS_PASSWORD
CREATE ROLE caravan LOGIN PASSWORD :'store_password';
CREATE ROLE tools LOGIN PASSWORD :'tools_password';
CREATE DATABASE caravan OWNER caravan;
REVOKE CONNECT, TEMPORARY ON DATABASE caravan, shop, postgres, template1 FROM PUBLIC;
GRANT CONNECT ON DATABASE shop TO tools;

-- Tables are made and changed by the superuser; tools reads and writes their rows.
\connect shop
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO tools;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO tools;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO tools;
