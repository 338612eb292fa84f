import { BatchedWrite, type BatchSize } from "./batched_write.ts";
import { BYTES_BESIDE_RECORD_AT_MOST } from "./chunks.ts";
import { CHECKS_AT_MOST, type CommitContext } from "./commit_once.ts";
import type { Reader } from "./encoded_kv.ts";
import { type Change, transaction } from "./transaction.ts";

/** Waited at most for the batch before: its store may be away. */
const WAIT_AT_MOST_MS = 1_000;
const DECISIONS_AT_MOST = 20;

/** A mark may be checked besides, and what one decision may write has room in any case. */
const SIZE_AT_MOST: BatchSize = { checks: CHECKS_AT_MOST - 1, bytes: BYTES_BESIDE_RECORD_AT_MOST };

/**
 * Transactions of a process over the same counters, as many of them in one operation as have room: side by side each
 * would undo the reads of all others, and one after the other each would wait for the store twice. It is no lock: after
 * a second nobody waits for the operation before any longer.
 */
export class BatchedTransactions {
  readonly #context: CommitContext;
  readonly #lines = new Map<string, Waiting[]>();

  constructor(context: CommitContext) {
    this.#context = context;
  }

  /**
   * What `transaction` answers or throws, in one operation with others of the same key. What one decision throws is
   * thrown to it alone, what the store throws to all.
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

  /** What had no room stands before what came meanwhile. */
  #giveBack(key: string, left: Waiting[]): void {
    const line = this.#lines.get(key);
    if (line !== undefined) line.unshift(...left);
    else if (left.length > 0) this.#commitAll(key, left);
  }

  /** Answers those that have room in one operation; the others. Never rejects. */
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

/** What several decide one after the other, as many as have room in one operation; its result answers them. */
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
  /** What the decision will read and no other does: all of a batch are read at once. None if absent. */
  readonly ahead?: readonly Deno.KvKey[];
}

interface Waiting {
  readonly ahead: readonly Deno.KvKey[];
  readonly decide: (read: Reader) => Promise<Change<Answer>>;
  readonly reject: (error: unknown) => void;
}

/** Resolves with a promise that never rejects, or after a second. */
async function orLater(before: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, WAIT_AT_MOST_MS);
  await Promise.race([before, late]);
  clearTimeout(timer);
}
