import type { Instant } from "../domain/instant.ts";

/** The clock and the chance that repositories are given. */
export interface Sources {
  readonly clock: { now(): Instant };
  readonly random: {
    /** Bytes nobody can guess. */
    bytes(length: number): Uint8Array<ArrayBuffer>;
    ulid(): string;
  };
}
