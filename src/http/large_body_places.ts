import { DomainError } from "../domain/errors.ts";
import { systemStopwatch } from "../runtime/clock.ts";

/** Type of the limits on the memory that request bodies over 64 KiB share in the service. */
export interface LargeBodyLimits {
  /** Largest total size in bytes of all request bodies over 64 KiB that are in memory. */
  readonly bytesInAll: number;
  /**
   * Largest total size in bytes of the request bodies over 64 KiB of one account, or of one client address for requests
   * without an account.
   */
  readonly bytesOfAccount: number;
  /**
   * Time in milliseconds after which a request body that is still arriving is late. A late body loses its memory to
   * another body more easily.
   */
  readonly arrivingMs: number;
}

const LIMITS: LargeBodyLimits = {
  bytesInAll: 128 * 1_024 * 1_024,
  bytesOfAccount: 64 * 1_024 * 1_024,
  arrivingMs: 10_000,
};

/**
 * Reservation of memory for one large request body. It lasts from the first bytes past 64 KiB until the request is
 * answered.
 */
export interface BodyPlace extends Disposable {
  /**
   * Reserves memory for `bytes` bytes of the request body in total. It can be called again as the body grows. Throws
   * `not_ready` if there is no memory.
   */
  take(bytes: number): void;
  /**
   * Promise that rejects with `not_ready` if the request body loses its memory to another body while it is still
   * arriving.
   */
  readonly lost: Promise<never>;
  /** Marks the request body as fully arrived: from now on it cannot lose its memory to another body. */
  arrived(): void;
}

/**
 * Shares the memory for request bodies over 64 KiB between holders: accounts, or client addresses for requests without
 * an account. If memory is full, a new body of a holder with few bytes takes the memory of a body that is still
 * arriving and whose holder has more bytes. If a holder is at its own limit, its new body takes the memory of its own
 * body that has been arriving for too long. A body that gets no memory is refused at once: if it waited unread, it
 * would block all other requests of its connection.
 */
export class LargeBodyPlaces {
  readonly #limits: LargeBodyLimits;
  /** Request bodies that hold a memory reservation, in the order in which they arrived. */
  readonly #held = new Set<Entry>();

  constructor(limits: Partial<LargeBodyLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Total bytes reserved for request bodies over 64 KiB. */
  get bytes(): number {
    return bytesOf(this.#held);
  }

  /**
   * Returns a memory reservation, empty at first, for a request body of this holder (an account id or a client
   * address). The caller disposes of it when the request is answered.
   */
  of(holder: string): BodyPlace {
    const { promise: lost, reject } = Promise.withResolvers<never>();
    // A request without a large body never awaits its promise of a lost reservation, and the rejection must not
    // count as unhandled.
    lost.catch(() => {});
    const entry: Entry = { holder, bytes: 0, arrivingSince: systemStopwatch(), lose: () => reject(crowded()) };
    return {
      lost,
      take: (bytes) => bytes > entry.bytes && this.#take(entry, bytes),
      arrived: () => void (entry.arrivingSince = null),
      [Symbol.dispose]: () => void this.#held.delete(entry),
    };
  }

  #take(entry: Entry, bytes: number): void {
    const { bytesInAll, bytesOfAccount } = this.#limits;
    const before = this.#held.difference(new Set([entry]));
    const rest = new Set(before);
    while (bytesOf(rest, entry.holder) + bytes > bytesOfAccount) {
      const own = [...rest].find((other) => other.holder === entry.holder && this.#isLate(other));
      if (own === undefined) throw crowded();
      rest.delete(own);
    }
    while (bytesOf(rest) + bytes > bytesInAll) {
      const other = this.#givesWayTo({ holder: entry.holder, bytes }, rest);
      if (other === undefined) throw crowded();
      rest.delete(other);
    }
    for (const other of before.difference(rest)) {
      this.#held.delete(other);
      other.lose();
    }
    entry.bytes = bytes;
    this.#held.add(entry);
  }

  /**
   * Returns the request body that must give its memory to a new body of `bytes` bytes; undefined if there is none. It
   * is still arriving, and its holder has, without it, at least as many bytes as the holder of the new body would then
   * have; a late body is not left out of that sum. The holder with the most bytes comes first, then the oldest body.
   */
  #givesWayTo({ holder, bytes }: Pick<Entry, "holder" | "bytes">, held: ReadonlySet<Entry>): Entry | undefined {
    const least = bytesOf(held, holder) + bytes;
    return [...held].filter(({ arrivingSince }) => arrivingSince !== null)
      .toSorted((a, b) => bytesOf(held, b.holder) - bytesOf(held, a.holder))
      .find((other) => bytesOf(held, other.holder) - (this.#isLate(other) ? 0 : other.bytes) >= least);
  }

  /**
   * Whether a request body has been arriving for `arrivingMs` or longer, so that another body may take its memory more
   * easily.
   */
  #isLate({ arrivingSince }: Entry): boolean {
    return arrivingSince !== null && systemStopwatch() - arrivingSince >= this.#limits.arrivingMs;
  }
}

/** Returns the total bytes reserved for all large request bodies, or for those of one holder. */
function bytesOf(held: ReadonlySet<Entry>, holder?: string): number {
  let bytes = 0;
  for (const entry of held) if (holder === undefined || entry.holder === holder) bytes += entry.bytes;
  return bytes;
}

interface Entry {
  readonly holder: string;
  bytes: number;
  /** Time at which the request body began to arrive, in milliseconds. Null once it has fully arrived. */
  arrivingSince: number | null;
  readonly lose: () => void;
}

function crowded(): DomainError {
  return new DomainError("not_ready", "The service cannot take a body of this size now: try again later");
}
