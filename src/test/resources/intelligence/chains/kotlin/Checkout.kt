package shop

import java.time.Instant

interface Store {
    fun save(key: String): Boolean
}

/** Keeps orders in memory. */
class Memory(private val log: Log) : Store {
    private val keys = mutableListOf<String>()

    override fun save(key: String): Boolean {
        log.write(key)
        return keys.add(normal(key))
    }

    private fun normal(key: String) = key.trim()

    companion object {
        fun empty(): Memory = Memory(Log())
    }
}

class Log {
    fun write(line: String) {
        println("${Instant.now()} $line")
    }
}

fun place(store: Store, order: String): Boolean {
    val memory = Memory(Log())
    return store.save(order) && memory.save(shorter(order))
}

private fun shorter(order: String): String = order.take(10)
