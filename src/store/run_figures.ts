import type { AccountId, JobId } from "../domain/identifier.ts";
import type { RunFigures } from "../domain/run_figures.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import {
  adoptContent,
  chunksOf,
  type NewContent,
  readContent,
  type StoredContent,
  writeContent,
} from "./stored_content.ts";
import { type Change, put, type Reader, remove } from "./transaction.ts";

type Entries = Pick<Change<unknown>, "checks" | "mutations">;

/** Figures of a run for `adoptFigures`; throws as `writeContent`, for `unlessSwept`. */
export async function writeFigures(
  context: StoreContext,
  accountId: AccountId,
  figures: RunFigures,
): Promise<NewContent> {
  return await writeContent(context, accountId, new TextEncoder().encode(JSON.stringify(figures)));
}

/** For the operation by which the run has figures. They stay until the dashboard has counted that it is gone. */
export async function adoptFigures(
  read: Reader,
  { accountId, jobId }: { readonly accountId: AccountId; readonly jobId: JobId },
  content: NewContent,
): Promise<Entries> {
  const { checks, mutations } = await adoptContent(read, content);
  return { checks, mutations: [...mutations, put(keys.runFigures(accountId, jobId), content.stored)] };
}

/** For the operation that ends what is known of a run that is gone. */
export function removeFigures(key: Deno.KvKey, value: StoredContent | null): readonly Deno.KvMutation[] {
  return value === null ? [] : [remove(key), ...chunksOf(value)];
}

/** Figures that lie in the store; null where there are none or some of them are gone. */
export async function figuresOf(context: StoreContext, stored: StoredContent | null): Promise<RunFigures | null> {
  const bytes = stored && await readContent(context, stored);
  return bytes && JSON.parse(new TextDecoder().decode(bytes));
}

/** KV reads no more at once. */
const RUNS_PER_READ = 10;

/** Those of runs that have some. */
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
      const figures = await figuresOf(context, entries[place].value);
      if (figures !== null) found.set(runId, figures);
    }
  }
  return found;
}
