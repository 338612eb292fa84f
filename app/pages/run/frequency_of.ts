import { FREQUENCIES, type Frequency } from "../../../src/domain/frequency.ts";

/** Returns the frequency that a result tells by its word; daily where it tells none. */
export function frequencyOf(word: string | undefined): Frequency {
  return FREQUENCIES.find((one) => one === word) ?? "daily";
}
