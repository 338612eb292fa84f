import { DomainError } from "../domain/errors.ts";
import { systemStopwatch } from "../runtime/clock.ts";

/** How bodies over 64 KiB share the memory of the service. */
export interface LargeBodyLimits {
  /** Bytes of all bodies that have a place. */
  readonly bytesInAll: number;
  /** Bytes of those of one account. */
  readonly bytesOfAccount: number;
  /** How long a body may take to arrive where another asks for its place, in milliseconds. */
  readonly arrivingMs: number;
}

const LIMITS: LargeBodyLimits = {
  bytesInAll: 128 * 1_024 * 1_024,
  bytesOfAccount: 64 * 1_024 * 1_024,
  arrivingMs: 10_000,
};

/** The place of one body, from its first bytes past 64 KiB until its request is answered. */
export interface BodyPlace extends Disposable {
  /** Takes room for so many bytes in all, once or as the body grows. Throws `not_ready` where there is none. */
  take(bytes: number): void;
  /** Rejects with `not_ready` where the body still arrives when others need its place. */
  readonly lost: Promise<never>;
  /** The body is there: its place is not lost any more. */
  arrived(): void;
}

/**
 * Room for large bodies: so many bytes at a time. Where there is none, who would hold fewer takes the place of a body
 * that arrives for who holds most, and an account that of its own that has been arriving for long. Who finds none is
 * refused at once: a body that waited unread would hold up all others of its connection.
 */
export class LargeBodyPlaces {
  readonly #limits: LargeBodyLimits;
  /** In the order in which they came. */
  readonly #held = new Set<Entry>();

  constructor(limits: Partial<LargeBodyLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Bytes of all bodies that have a place. */
  get bytes(): number {
    return bytesOf(this.#held);
  }

  /** A place that is not taken yet; to be disposed of when the request is answered. */
  of(holder: string): BodyPlace {
    const { promise: lost, reject } = Promise.withResolvers<never>();
    // Who reads no large body never looks at it.
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
   * The body of some whose place is taken for another: of who holds most, the first that came. It must not leave its
   * holder with less than the other then has, unless it is late.
   */
  #givesWayTo({ holder, bytes }: Pick<Entry, "holder" | "bytes">, held: ReadonlySet<Entry>): Entry | undefined {
    const least = bytesOf(held, holder) + bytes;
    return [...held].filter(({ arrivingSince }) => arrivingSince !== null)
      .toSorted((a, b) => bytesOf(held, b.holder) - bytesOf(held, a.holder))
      .find((other) => bytesOf(held, other.holder) - (this.#isLate(other) ? 0 : other.bytes) >= least);
  }

  /** Whether a body has been arriving for longer than it may where others need its place. */
  #isLate({ arrivingSince }: Entry): boolean {
    return arrivingSince !== null && systemStopwatch() - arrivingSince >= this.#limits.arrivingMs;
  }
}

/** Of all bodies, or of those of one holder. */
function bytesOf(held: ReadonlySet<Entry>, holder?: string): number {
  let bytes = 0;
  for (const entry of held) if (holder === undefined || entry.holder === holder) bytes += entry.bytes;
  return bytes;
}

interface Entry {
  readonly holder: string;
  bytes: number;
  /** Null once it is there. */
  arrivingSince: number | null;
  readonly lose: () => void;
}

function crowded(): DomainError {
  return new DomainError("not_ready", "The service cannot take so large a body now: try again later");
}
