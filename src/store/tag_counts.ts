import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import { type TagCount, TAGS_AT_MOST } from "../domain/tag.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { chunksOf, readContent, replacedContent, type StoredContent } from "./stored_content.ts";
import { type Change, type Reader, remove } from "./transaction.ts";

/** Lists the tags of an account in alphabetical order, each with the number of its jobs that have the tag. */
export async function tagCounts(context: StoreContext, accountId: AccountId): Promise<readonly TagCount[]> {
  const { counts } = await readCounts(context, context.kv, accountId);
  return [...counts].sort(([a], [b]) => a < b ? -1 : 1).map(([tag, runs]) => ({ tag, runs }));
}

/**
 * Returns the checks and mutations that update the tag counts of an account when a job gains or loses tags. All counts
 * are in one entry, because an operation can check only a few entries. Throws `limit_reached` if the account would have
 * too many different tags.
 */
export async function changeOfTagCounts(
  context: StoreContext,
  read: Reader,
  { accountId, before, after }: {
    readonly accountId: AccountId;
    readonly before: readonly string[];
    readonly after: readonly string[];
  },
): Promise<Pick<Change<unknown>, "checks" | "mutations">> {
  const added = after.filter((tag) => !before.includes(tag));
  const gone = before.filter((tag) => !after.includes(tag));
  if (added.length === 0 && gone.length === 0) return { checks: [], mutations: [] };
  const { entry, counts } = await readCounts(context, read, accountId);
  for (const tag of added) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  for (const tag of gone) lower(counts, tag);
  if (added.length > 0 && counts.size > TAGS_AT_MOST) {
    throw new DomainError("limit_reached", `Cannot have more than ${TAGS_AT_MOST} different tags: remove one first`);
  }
  return { checks: [entry], mutations: changeOf(context, accountId, { entry, counts }) };
}

function changeOf(
  context: StoreContext,
  accountId: AccountId,
  { entry, counts }: ReadCounts,
): readonly Deno.KvMutation[] {
  if (counts.size === 0) return [remove(entry.key), ...chunksOf(entry.value)];
  const content = new TextEncoder().encode(JSON.stringify([...counts]));
  return replacedContent(context, { accountId, key: entry.key, former: entry.value, content });
}

function lower(counts: Map<string, number>, tag: string): void {
  const left = (counts.get(tag) ?? 0) - 1;
  if (left > 0) counts.set(tag, left);
  else counts.delete(tag);
}

interface ReadCounts {
  readonly entry: Deno.KvEntryMaybe<StoredContent>;
  readonly counts: Map<string, number>;
}

/**
 * Reads the tag counts of an account; reads again if they are replaced meanwhile. Throws an `Error` if a part of them
 * is missing.
 */
async function readCounts(context: StoreContext, read: Reader, accountId: AccountId): Promise<ReadCounts> {
  let lostAt: string | null = null;
  for (;;) {
    const entry = await read.get<StoredContent>(keys.tagCounts(accountId));
    if (entry.value === null) return { entry, counts: new Map() };
    const content = await readContent(context, entry.value);
    if (content !== null) return { entry, counts: new Map(JSON.parse(new TextDecoder().decode(content))) };
    if (entry.versionstamp === lostAt) throw new Error(`Cannot read the tags of account ${accountId}: they are gone`);
    lostAt = entry.versionstamp;
  }
}
