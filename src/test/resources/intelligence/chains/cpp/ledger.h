#pragma once

#include <string>

namespace shop {

/// Where entries go.
class Store {
public:
    virtual ~Store() = default;
    virtual bool write(const std::string &entry) { return !entry.empty(); }
};

class Ledger : public Store {
public:
    explicit Ledger(Store *below);
    bool write(const std::string &entry) override;

private:
    int check(const std::string &entry);
    Store *below_;
};

}
