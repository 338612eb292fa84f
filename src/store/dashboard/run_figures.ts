import type { AccountId, JobId } from "../../domain/identifier.ts";
import type { RunFigures } from "../../domain/run_figures.ts";
import type { StoreContext } from "../context.ts";
import { keys } from "../keys.ts";
import { readAll } from "../page.ts";
import {
  adoptContent,
  chunksOf,
  type NewContent,
  readContent,
  type StoredContent,
  writeContent,
} from "../stored_content.ts";
import { type Change, put, type Reader, remove } from "../transaction.ts";

type Entries = Pick<Change<unknown>, "checks" | "mutations">;

/**
 * Prepares the figures of a run for `adoptFigures`, and writes their chunks if they are large. Throws as `writeContent`
 * does; `unlessSwept` repeats it then.
 */
export async function writeFigures(
  context: StoreContext,
  accountId: AccountId,
  figures: RunFigures,
): Promise<NewContent> {
  return await writeContent(context, accountId, new TextEncoder().encode(JSON.stringify(figures)));
}

/**
 * Returns the checks and mutations that store the figures of a run, for the operation that makes the run succeed or
 * adds figures later. The figures remain until the dashboard has counted the deletion of the run.
 */
export async function adoptFigures(
  read: Reader,
  { accountId, jobId }: { readonly accountId: AccountId; readonly jobId: JobId },
  content: NewContent,
): Promise<Entries> {
  const { checks, mutations } = await adoptContent(read, content);
  return { checks, mutations: [...mutations, put(keys.runFigures(accountId, jobId), content.stored)] };
}

/** Returns the mutations that remove the stored figures of a deleted run; none if it has none. */
export function removeFigures(key: Deno.KvKey, value: StoredContent | null): readonly Deno.KvMutation[] {
  return value === null ? [] : [remove(key), ...chunksOf(value)];
}

/** Reads the stored figures of a run; null if there are none or a part of them is missing. */
export async function figuresOf(context: StoreContext, stored: StoredContent | null): Promise<RunFigures | null> {
  const bytes = stored && await readContent(context, stored);
  return bytes && JSON.parse(new TextDecoder().decode(bytes));
}

/** Returns the stored figures of the given runs, by the ids of the runs, without runs that have none. */
export async function figuresOfRuns(
  context: StoreContext,
  accountId: AccountId,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, RunFigures>> {
  const found = new Map<string, RunFigures>();
  const stored = await readAll<StoredContent>(context, runIds.map((runId) => keys.runFigures(accountId, runId)));
  for (const [place, runId] of runIds.entries()) {
    const figures = await figuresOf(context, stored[place] ?? null);
    if (figures !== null) found.set(runId, figures);
  }
  return found;
}
