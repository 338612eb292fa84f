import { systemClock } from "./clock.ts";
import { ulidSource } from "./ulid.ts";

/** Where what nobody may guess comes from. */
export interface Random {
  /** Bytes nobody can guess. */
  bytes(length: number): Uint8Array<ArrayBuffer>;
  /** A ULID: 48 bits of time, 80 of chance; later ones sort after earlier ones of the same process. */
  ulid(): string;
}

const randomBytes = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length));

export const systemRandom: Random = {
  bytes: randomBytes,
  ulid: ulidSource({ now: systemClock.now, bytes: randomBytes }),
};
