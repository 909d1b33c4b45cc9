// Run once, by the image's own start, as root. A user for the gateways' documents and one for the db_* tools: each reads and writes its
// own database, and no other.
db.getSiblingDB("caravan").createUser({user: "caravan", pwd: process.env.DOCUMENTS_PASSWORD, roles: [{role: "readWrite", db: "caravan"}]});
db.getSiblingDB("shop").createUser({user: "tools", pwd: process.env.TOOLS_PASSWORD, roles: [{role: "readWrite", db: "shop"}]});
