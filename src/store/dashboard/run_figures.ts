import type { AccountId, JobId } from "../../domain/identifier.ts";
import type { RunFigures } from "../../domain/run_figures.ts";
import type { StoreContext } from "../context.ts";
import { keys } from "../keys.ts";
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

/** Writes the figures of a run for `adoptFigures`. Throws as `writeContent` does; `unlessSwept` repeats it then. */
export async function writeFigures(
  context: StoreContext,
  accountId: AccountId,
  figures: RunFigures,
): Promise<NewContent> {
  return await writeContent(context, accountId, new TextEncoder().encode(JSON.stringify(figures)));
}

/** Gives a run its figures, within an operation. They stay until the dashboard no longer counts the deleted run. */
export async function adoptFigures(
  read: Reader,
  { accountId, jobId }: { readonly accountId: AccountId; readonly jobId: JobId },
  content: NewContent,
): Promise<Entries> {
  const { checks, mutations } = await adoptContent(read, content);
  return { checks, mutations: [...mutations, put(keys.runFigures(accountId, jobId), content.stored)] };
}

/** Removes the figures of a deleted run, within an operation. */
export function removeFigures(key: Deno.KvKey, value: StoredContent | null): readonly Deno.KvMutation[] {
  return value === null ? [] : [remove(key), ...chunksOf(value)];
}

/** Reads stored figures; null if there are none or a part of them is missing. */
export async function figuresOf(context: StoreContext, stored: StoredContent | null): Promise<RunFigures | null> {
  const bytes = stored && await readContent(context, stored);
  return bytes && JSON.parse(new TextDecoder().decode(bytes));
}

/** Number of runs whose figures are read at once, the limit of one KV read. */
const RUNS_PER_READ = 10;

/** The figures of some runs by their ids, without the runs that have none. */
export async function figuresOfRuns(
  context: StoreContext,
  accountId: AccountId,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, RunFigures>> {
  const found = new Map<string, RunFigures>();
  for (let first = 0; first < runIds.length; first += RUNS_PER_READ) {
    const asked = runIds.slice(first, first + RUNS_PER_READ);
    const entries = await context.kv.getMany<StoredContent[]>(asked.map((runId) => keys.runFigures(accountId, runId)));
    for (const [place, runId] of asked.entries()) {
      const figures = await figuresOf(context, entries[place]?.value ?? null);
      if (figures !== null) found.set(runId, figures);
    }
  }
  return found;
}
