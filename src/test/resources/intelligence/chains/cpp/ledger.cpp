#include "ledger.h"

namespace shop {

Ledger::Ledger(Store *below) : below_(below) {
}

// Writes an entry that is not too long.
bool Ledger::write(const std::string &entry) {
    if (this->check(entry) > 80) {
        return false;
    }
    return below_->write(entry);
}

int Ledger::check(const std::string &entry) {
    return static_cast<int>(entry.size());
}

template <typename T>
T *made(Store *store) {
    return new T(store);
}

int run() {
    Store store;
    Ledger *ledger = new Ledger(&store);
    return ledger->write("paid") ? made<Ledger>(ledger)->write("again") : 1;
}

}
