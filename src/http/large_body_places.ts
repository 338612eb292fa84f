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
  /** Takes room for so many bytes. Throws `not_ready` where there is none. */
  take(bytes: number): void;
  /** Rejects with `not_ready` where the body still arrives when others need its place. */
  readonly lost: Promise<never>;
  /** The body is there: its place is not lost any more. */
  arrived(): void;
}

/**
 * Room for large bodies: so many bytes at a time. Where there is none, who holds fewest takes the place of a body that
 * arrives for who holds most, and anybody that of one that has been arriving for long. Who finds none is refused at
 * once: a body that waited unread would hold up all others of its connection.
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
    const entry: Entry = { holder, bytes: 0, arrivingSince: null, lose: () => reject(crowded()) };
    return {
      lost,
      take: (bytes) => this.#take(Object.assign(entry, { bytes })),
      arrived: () => void (entry.arrivingSince = null),
      [Symbol.dispose]: () => void this.#held.delete(entry),
    };
  }

  #take(entry: Entry): void {
    const { bytesInAll, bytesOfAccount } = this.#limits;
    if (bytesOf(this.#held, entry.holder) + entry.bytes > bytesOfAccount) throw crowded();
    const rest = new Set(this.#held);
    while (bytesOf(rest) + entry.bytes > bytesInAll) {
      const other = this.#givesWayTo(entry, rest);
      if (other === undefined) throw crowded();
      rest.delete(other);
    }
    for (const other of this.#held.difference(rest)) {
      this.#held.delete(other);
      other.lose();
    }
    entry.arrivingSince = systemStopwatch();
    this.#held.add(entry);
  }

  /** The body of some whose place is taken for another; of several that which came first. */
  #givesWayTo({ holder, bytes }: Entry, held: ReadonlySet<Entry>): Entry | undefined {
    const arriving = [...held].filter(({ arrivingSince }) => arrivingSince !== null);
    const late = systemStopwatch() - this.#limits.arrivingMs;
    const least = bytesOf(held, holder) + bytes;
    return arriving.find(({ arrivingSince }) => arrivingSince !== null && arrivingSince <= late) ??
      arriving.toSorted((a, b) => bytesOf(held, b.holder) - bytesOf(held, a.holder))
        .find((other) => bytesOf(held, other.holder) - other.bytes >= least);
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
  /** Null once it is there, or before it has a place. */
  arrivingSince: number | null;
  readonly lose: () => void;
}

function crowded(): DomainError {
  return new DomainError("not_ready", "The service cannot take so large a body now: try again later");
}
