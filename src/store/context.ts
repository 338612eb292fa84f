import type { Instant } from "../domain/instant.ts";

/** The clock and the chance that the store is given. */
export interface Sources {
  readonly clock: { now(): Instant };
  readonly random: {
    /** Bytes nobody can guess. */
    bytes(length: number): Uint8Array<ArrayBuffer>;
    ulid(): string;
  };
}

/** What every repository works with. */
export interface StoreContext extends Sources {
  readonly kv: Deno.Kv;
  /** Whether the KV delivers messages of a queue, as a file on this machine does; it does not if absent. */
  readonly deliversMessages?: boolean;
}
