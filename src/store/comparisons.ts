import { AccountMissing } from "../domain/account.ts";
import { type Comparison, type ComparisonDraft, COMPARISONS_AT_MOST } from "../domain/comparison.ts";
import { DomainError } from "../domain/errors.ts";
import { type AccountId, identifier } from "../domain/identifier.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import type { AccountRecord } from "./records.ts";
import { roomForOneMore } from "./room_for_one_more.ts";
import { type Change, put, type Reader, remove, transaction } from "./transaction.ts";

/**
 * Days that all runs of a comparison with a history have in common, ascending, as day numbers since 1970-01-01; null if
 * no run has a history.
 */
export type CommonDays = Int32Array<ArrayBuffer> | null;

/**
 * Repository of saved comparisons. Every method except `create` and `list` throws `not_found` if the account has no
 * such comparison.
 */
export interface ComparisonRepository {
  /**
   * Saves a comparison of runs; the caller has checked that they are the account's own and succeeded. Throws
   * `limit_reached` if the account already has the largest number of comparisons.
   */
  create(accountId: AccountId, draft: ComparisonDraft, days: CommonDays): Promise<Comparison>;
  /** Lists the account's comparisons, newest first. */
  list(accountId: AccountId): Promise<readonly Comparison[]>;
  get(accountId: AccountId, comparisonId: string): Promise<Comparison>;
  /** Returns a comparison with the days that its runs have in common. */
  getWithDays(accountId: AccountId, comparisonId: string): Promise<{ comparison: Comparison; days: CommonDays }>;
  /** Changes a comparison. Absent fields keep their values; new runs come with their common days. */
  update(accountId: AccountId, comparisonId: string, change: ComparisonChange): Promise<Comparison>;
  /** Deletes a comparison; its runs remain. */
  delete(accountId: AccountId, comparisonId: string): Promise<void>;
}

export interface ComparisonChange {
  readonly name?: string | undefined;
  readonly runs?: { readonly runIds: ComparisonDraft["runIds"]; readonly days: CommonDays } | undefined;
}

/** Creates the repository of comparisons over Deno KV. */
export function comparisonRepository(context: StoreContext): ComparisonRepository {
  const { kv } = context;
  return {
    create: (accountId, draft, days) => writeComparison(context, accountId, { draft, days }),
    async list(accountId) {
      const entries = kv.list<Comparison>({ prefix: keys.comparisons(accountId) }, { reverse: true });
      return await Array.fromAsync(entries, ({ value }) => value);
    },
    async get(accountId, comparisonId) {
      return (await readComparison(kv, accountId, comparisonId)).value;
    },
    async getWithDays(accountId, comparisonId) {
      const [{ value: comparison }, { value: days }] = await kv.getMany<[Comparison, Uint8Array<ArrayBuffer>]>([
        keys.comparison(accountId, comparisonId),
        keys.comparisonDays(accountId, comparisonId),
      ]);
      if (comparison === null) throw absent(comparisonId);
      return { comparison, days: days && new Int32Array(days.slice().buffer) };
    },
    async update(accountId, comparisonId, { name, runs }) {
      return await transaction(context, async (read) => {
        const entry = await readComparison(read, accountId, comparisonId);
        const comparison: Comparison = {
          ...entry.value,
          ...name === undefined ? {} : { name },
          ...runs === undefined ? {} : { runIds: runs.runIds },
          updatedAt: context.clock.now(),
        };
        const days = runs === undefined ? [] : [daysMutation(comparison, runs.days)];
        return { checks: [entry], mutations: [put(entry.key, comparison), ...days], result: comparison };
      });
    },
    async delete(accountId, comparisonId) {
      await transaction(context, async (read) => {
        const entry = await readComparison(read, accountId, comparisonId);
        const mutations = [remove(entry.key), remove(keys.comparisonDays(accountId, comparisonId))];
        return { checks: [entry], mutations, result: undefined };
      });
    },
  };
}

async function writeComparison(
  context: StoreContext,
  accountId: AccountId,
  { draft, days }: { readonly draft: ComparisonDraft; readonly days: CommonDays },
): Promise<Comparison> {
  const id = identifier("cmp", context.random.ulid());
  const now = context.clock.now();
  const comparison: Comparison = { id, accountId, ...draft, createdAt: now, updatedAt: now };
  return await transaction(context, async (read): Promise<Change<Comparison>> => {
    const account = await read.get<AccountRecord>(keys.account(accountId));
    if (account.value === null) throw new AccountMissing(accountId);
    const room = await roomForOneMore(read, {
      accountId,
      prefix: keys.comparisons(accountId),
      id,
      atMost: COMPARISONS_AT_MOST,
      what: "comparisons",
    });
    return {
      checks: [account, ...room.checks],
      mutations: [put(keys.comparison(accountId, id), comparison), daysMutation(comparison, days), ...room.mutations],
      result: comparison,
    };
  });
}

/**
 * Returns the mutation that stores the common days of a comparison in a separate entry, which lists of comparisons do
 * not read.
 */
function daysMutation({ accountId, id }: Comparison, days: CommonDays): Deno.KvMutation {
  const key = keys.comparisonDays(accountId, id);
  return days === null ? remove(key) : put(key, new Uint8Array(days.slice().buffer));
}

async function readComparison(
  read: Reader,
  accountId: AccountId,
  comparisonId: string,
): Promise<Deno.KvEntry<Comparison>> {
  const entry = await read.get<Comparison>(keys.comparison(accountId, comparisonId));
  if (entry.value === null) throw absent(comparisonId);
  return entry;
}

function absent(comparisonId: string): DomainError {
  return new DomainError("not_found", `Cannot find comparison "${comparisonId}"`);
}
