import type { Signal } from "@preact/signals";

/** Something that a field reads and writes: a signal, or a part of one. */
export interface Held<Value> {
  value: Value;
}

/** Returns a part of a signal that a field can read and write, for example a text of a draft. */
export function fieldOf<Whole extends object, Key extends keyof Whole>(
  whole: Signal<Whole>,
  key: Key,
): Held<Whole[Key]> {
  return {
    get value() {
      return whole.value[key];
    },
    set value(next) {
      whole.value = { ...whole.value, [key]: next };
    },
  };
}
