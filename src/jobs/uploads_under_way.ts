import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";

/** How many uploaded files a process receives at the same time at most: from one account, and from all accounts. */
const AT_ONCE = { ofAccount: 4, inAll: 16 } as const;

/**
 * Limits how large the files of uploads may be that a process receives, and how many it receives at the same time, each
 * of which takes a MiB of memory.
 */
export class UploadsUnderWay {
  /** Largest file that this process takes, in bytes. */
  readonly mostBytes: number;
  readonly #accounts: AccountId[] = [];

  constructor({ mostBytes }: { readonly mostBytes: number }) {
    this.mostBytes = mostBytes;
  }

  /** Takes a place for a file until it is disposed of. Throws `not_ready` if there are too many. */
  take(accountId: AccountId): Disposable {
    const ofAccount = this.#accounts.filter((other) => other === accountId).length;
    if (ofAccount >= AT_ONCE.ofAccount || this.#accounts.length >= AT_ONCE.inAll) {
      const detail = `Cannot take more than ${AT_ONCE.ofAccount} files of an account at once: try again later`;
      throw new DomainError("not_ready", detail, { retryAfterSeconds: 10 });
    }
    this.#accounts.push(accountId);
    return { [Symbol.dispose]: () => void this.#accounts.splice(this.#accounts.indexOf(accountId), 1) };
  }
}
