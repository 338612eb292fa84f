import { timingSafeEqual } from "node:crypto";
import type { Argon2id, Argon2idCost } from "./argon2id.ts";
import { DomainError } from "../domain/errors.ts";
import { boundedConcurrency, TooMuchWaiting } from "./bounded_concurrency.ts";

/** Argon2id cost of new password hashes: the first choice of the OWASP password storage cheat sheet. */
export const PASSWORD_COST: Argon2idCost = { memoryKib: 19456, passes: 2 };

/**
 * Hashes and checks passwords. `hash` and `matches` throw `not_ready` if too many calls are waiting. A hash is text in
 * PHC form, such as `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`.
 */
export interface Passwords {
  /**
   * Hashes a password. If `check` is given, it runs when the call leaves the queue; if `check` throws, no hash is
   * computed.
   */
  hash(password: string, check?: () => Promise<void>): Promise<string>;
  /**
   * Whether a password matches a stored hash. Without a hash (null), as for an account that does not exist, the call
   * takes as long as with a hash of the current cost and returns false.
   */
  matches(password: string, hashed: string | null): Promise<boolean>;
  /** Whether a stored password hash has a lower Argon2id cost (memory times passes) than new hashes. */
  isWeak(hashed: string): boolean;
}

export interface PasswordOptions {
  readonly argon2id: Argon2id;
  readonly randomBytes: (length: number) => Uint8Array<ArrayBuffer>;
  /**
   * Largest number of password hashes computed at once. At the default cost each takes 19 MiB of memory, and one core.
   */
  readonly concurrency: number;
  /** Argon2id cost of new password hashes; `PASSWORD_COST` if absent. */
  readonly cost?: Argon2idCost;
}

const SALT_BYTES = 16;
const WAITING_AT_MOST = 1_000;

/**
 * Returns a password hasher that runs at most `concurrency` Argon2id hashes at once. Further calls wait in order of
 * arrival.
 */
export function passwords({ argon2id, randomBytes, concurrency, cost = PASSWORD_COST }: PasswordOptions): Passwords {
  const bounded = boundedConcurrency({ running: concurrency, waiting: WAITING_AT_MOST });
  const nobodysSalt = randomBytes(SALT_BYTES);
  const compute = async (
    password: string,
    parsed: Omit<ParsedHash, "hash">,
    check?: () => Promise<void>,
  ): Promise<Uint8Array> => {
    try {
      return await bounded(async () => {
        await check?.();
        return await argon2id({ password, ...parsed });
      });
    } catch (error) {
      throw error instanceof TooMuchWaiting ? tooBusy() : error;
    }
  };
  return {
    async hash(password, check) {
      const salt = randomBytes(SALT_BYTES);
      return encode({ ...cost, salt, hash: await compute(password, { ...cost, salt }, check) });
    },
    async matches(password, hashed) {
      const stored = hashed === null ? { ...cost, salt: nobodysSalt, hash: null } : parse(hashed);
      const { memoryKib, passes, salt } = stored;
      const computed = await compute(password, { memoryKib, passes, salt });
      return stored.hash !== null && stored.hash.length === computed.length && timingSafeEqual(stored.hash, computed);
    },
    isWeak(hashed) {
      const { memoryKib, passes } = parse(hashed);
      return memoryKib * passes < cost.memoryKib * cost.passes;
    },
  };
}

function tooBusy(): DomainError {
  return new DomainError("not_ready", "Cannot check a password now: too many checks are waiting, try again later", {
    retryAfterSeconds: 1,
  });
}

interface ParsedHash extends Argon2idCost {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly hash: Uint8Array;
}

function encode({ memoryKib, passes, salt, hash }: ParsedHash): string {
  const [encodedSalt, encodedHash] = [salt, hash].map((bytes) => bytes.toBase64({ omitPadding: true }));
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${encodedSalt}$${encodedHash}`;
}

/**
 * Parses a stored password hash. Throws an `Error` if the text is not a hash of this service, because the store is then
 * damaged.
 */
function parse(hashed: string): ParsedHash {
  const [, memoryKib, passes, salt, hash] =
    /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hashed) ?? [];
  if (salt === undefined || hash === undefined) throw new Error("Cannot read a stored password hash");
  return {
    memoryKib: Number(memoryKib),
    passes: Number(passes),
    salt: Uint8Array.fromBase64(salt),
    hash: Uint8Array.fromBase64(hash),
  };
}
