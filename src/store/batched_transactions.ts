import { BatchedWrite, type BatchSize } from "./batched_write.ts";
import { BYTES_OF_BATCH_AT_MOST } from "./chunks.ts";
import { CHECKS_AT_MOST, type CommitContext } from "./commit_once.ts";
import type { Reader } from "./encoded_kv.ts";
import { type Change, transaction } from "./transaction.ts";

/**
 * Longest time in milliseconds that a batch of store transactions waits for the preceding batch to end. It is limited
 * because the store may not respond to that batch.
 */
const WAIT_AT_MOST_MS = 1_000;
const DECISIONS_AT_MOST = 20;

/** Largest size of a batch of store transactions: as many bytes as one operation can write for several records. */
const SIZE_AT_MOST: BatchSize = { checks: CHECKS_AT_MOST, bytes: BYTES_OF_BATCH_AT_MOST };

/**
 * Combines concurrent transactions of one process on the same counters into one operation of the store. Run in
 * parallel, such transactions would fail each other's checks; run one after the other, each would wait for the store
 * twice. This is not a lock: after one second, the next batch no longer waits for the preceding batch.
 */
export class BatchedTransactions {
  readonly #context: CommitContext;
  readonly #lines = new Map<string, Waiting[]>();

  constructor(context: CommitContext) {
    this.#context = context;
  }

  /**
   * Runs the callback `decide` of a transaction, which chooses what to write, in one store operation with other
   * transactions of the same key. An error thrown by one callback rejects only its own transaction; an error of the
   * store rejects all transactions of the batch.
   */
  take<Result>(
    key: string,
    decide: (read: Reader) => Promise<Change<Result>>,
    { ahead = [] }: BatchedOptions = {},
  ): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiting: Waiting = {
      ahead,
      reject,
      async decide(read) {
        const { result, ...write } = await decide(read);
        return { ...write, result: () => resolve(result) };
      },
    };
    const line = this.#lines.get(key);
    if (line === undefined) this.#commitAll(key, [waiting]);
    else line.push(waiting);
    return promise;
  }

  async #commitAll(key: string, line: Waiting[]): Promise<void> {
    this.#lines.set(key, line);
    while (line.length > 0) {
      const batch = line.splice(0, DECISIONS_AT_MOST);
      await orLater(this.#commit(batch).then((left) => this.#giveBack(key, left)));
    }
    this.#lines.delete(key);
  }

  /** Puts store transactions that did not fit into the batch back at the front of the queue. */
  #giveBack(key: string, left: Waiting[]): void {
    const line = this.#lines.get(key);
    if (line !== undefined) line.unshift(...left);
    else if (left.length > 0) this.#commitAll(key, left);
  }

  /**
   * Commits as many store transactions of a batch as fit into one operation and resolves them. Returns the remaining
   * transactions; never rejects.
   */
  async #commit(batch: readonly Waiting[]): Promise<Waiting[]> {
    try {
      const answers = await transaction(this.#context, (read) => decideAll(batch, read));
      for (const answer of answers) answer();
      return batch.slice(answers.length);
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return [];
    }
  }
}

/**
 * Runs the callbacks of waiting store transactions one after the other and combines the changes of as many as fit into
 * one operation. The result holds a callback for each of these transactions, which resolves or rejects it.
 */
async function decideAll(batch: readonly Waiting[], reader: Reader): Promise<Change<readonly Answer[]>> {
  const write = new BatchedWrite(reader);
  const answers: Answer[] = [];
  await write.readAhead(batch.slice(0, SIZE_AT_MOST.checks).flatMap(({ ahead }) => ahead));
  for (const { decide, reject } of batch) {
    try {
      const change = await write.add(decide, SIZE_AT_MOST);
      if (change === null) break;
      answers.push(change.result);
    } catch (error) {
      if (write.isReadFailure(error)) throw error;
      answers.push(() => reject(error));
    }
  }
  return { ...write.write, result: answers };
}

type Answer = () => void;

export interface BatchedOptions {
  /**
   * KV keys that only this transaction of a batch reads. The entries of these keys for all transactions of the batch
   * are read at once. No keys if absent.
   */
  readonly ahead?: readonly Deno.KvKey[];
}

interface Waiting {
  readonly ahead: readonly Deno.KvKey[];
  readonly decide: (read: Reader) => Promise<Change<Answer>>;
  readonly reject: (error: unknown) => void;
}

/** Resolves when the given promise, which never rejects, resolves, but after one second at the latest. */
async function orLater(before: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, WAIT_AT_MOST_MS);
  await Promise.race([before, late]);
  clearTimeout(timer);
}
