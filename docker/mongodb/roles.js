// The image runs this once, at its first start, as root. It creates a user for the gateways' documents and one for the db_* tools. Each can read and
// write only its own database.
db.getSiblingDB("caravan").createUser({user: "caravan", pwd: process.env.DOCUMENTS_PASSWORD, roles: [{role: "readWrite", db: "caravan"}]});
db.getSiblingDB("shop").createUser({user: "tools", pwd: process.env.TOOLS_PASSWORD, roles: [{role: "readWrite", db: "shop"}]});
