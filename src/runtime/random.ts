import { entryAt } from "../domain/entry_at.ts";
import { systemClock } from "./clock.ts";
import { ulidSource } from "./ulid.ts";

/** Type of a source of random bytes and ids that nobody can guess. */
export interface Random {
  /** Returns `length` random bytes that nobody can guess. */
  bytes(length: number): Uint8Array<ArrayBuffer>;
  /** Returns a ULID: 48 bits of time and 80 random bits. Later ULIDs of a process sort after earlier ones. */
  ulid(): string;
}

const randomBytes = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length));

export const systemRandom: Random = {
  bytes: randomBytes,
  ulid: ulidSource({ now: systemClock.now, bytes: randomBytes }),
};

/** Returns a random number from 0 to 1, both included: one of 256 equally likely multiples of 1/255. */
export function randomFraction(random: Pick<Random, "bytes">): number {
  return entryAt(random.bytes(1), 0) / 255;
}
