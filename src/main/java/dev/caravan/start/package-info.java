/**
 * Checks all settings before anything is connected or loaded, and tells why a start failed.
 *
 * <p>{@link dev.caravan.start.SettingsCheck} asks in this order, and ends the start at the first that has something to say:
 * <ol>
 * <li>{@link dev.caravan.start.UnknownSettings}: every key under {@code caravan.} is a setting.
 * <li>{@link dev.caravan.start.SettingBinding}: every value has its type, and the records of settings accept it.
 * <li>{@link dev.caravan.start.StartCheck}: ports, addresses and files, as the rooms that use them check them.
 * </ol>
 *
 * <p>{@link dev.caravan.start.StartReport} writes at most ten lines. Messages name settings and the places where they are, never values.
 */
package dev.caravan.start;
