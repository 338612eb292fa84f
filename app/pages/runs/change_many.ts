import { api, deleted, done } from "../../api.ts";
import { toastRefusal } from "../../components/toast_refusal.ts";
import { toast } from "../../components/toasts.tsx";
import { jobRecord } from "../run/followed_job.ts";
import type { Job } from "../run/job_events.ts";
import { inTurns, type Outcome, toldOutcome } from "./in_turns.ts";
import { changeRuns } from "./run_list.ts";

/** Where the runs that are changed are shown. */
export interface ShownIn {
  /** Key of the list. */
  readonly key: string;
  readonly onProgress?: (count: number) => void;
}

/** Tags runs, says so, and can be undone for those that did not have the tag. Throws a `Refusal` where all refuse. */
export async function tagRuns(runs: readonly Job[], tag: string, shown: ShownIn): Promise<void> {
  const outcome = await addTag(runs.filter(({ tags }) => !tags.includes(tag)), tag, shown);
  const undo = (): void => void removeTag(outcome.done, tag, shown).catch(toastRefusal);
  toast(toldOutcome(outcome, "Tagged"), outcome.done.length === 0 ? null : undo);
}

/** Takes a tag from the runs that have it, says so, and can be undone. Throws a `Refusal` where all refuse. */
export async function untagRuns(runs: readonly Job[], tag: string, shown: ShownIn): Promise<void> {
  const outcome = await removeTag(runs.filter(({ tags }) => tags.includes(tag)), tag, shown);
  const undo = (): void => void addTag(outcome.done, tag, shown).catch(toastRefusal);
  toast(toldOutcome(outcome, "Took the tag from"), outcome.done.length === 0 ? null : undo);
}

/** Deletes runs for good and says so. Throws a `Refusal` where all refuse. */
export async function deleteRuns(runs: readonly Job[], { key, onProgress }: ShownIn): Promise<Outcome<Job>> {
  const outcome = await inTurns(runs, deleteRun, onProgress);
  const gone = new Set(outcome.done.map(({ run_id }) => run_id));
  changeRuns(key, (run) => gone.has(run.run_id) ? null : run);
  toast(toldOutcome(outcome, "Deleted"));
  return outcome;
}

function deleteRun({ run_id }: Job): Promise<void> {
  return deleted(api.DELETE("/jobs/{run_id}", { params: { path: { run_id } }, headers: again() }));
}

async function addTag(runs: readonly Job[], tag: string, { key, onProgress }: ShownIn): Promise<Outcome<Job>> {
  const outcome = await inTurns(runs, ({ run_id }) => {
    return done(api.POST("/runs/{run_id}/tags", { params: { path: { run_id } }, body: { tag }, headers: again() }));
  }, onProgress);
  showTags(outcome, key, (tags) => [...tags.filter((one) => one !== tag), tag]);
  return outcome;
}

async function removeTag(runs: readonly Job[], tag: string, { key, onProgress }: ShownIn): Promise<Outcome<Job>> {
  const outcome = await inTurns(runs, ({ run_id }) => {
    const path = { run_id, tag_name: tag };
    return done(api.DELETE("/runs/{run_id}/tags/{tag_name}", { params: { path }, headers: again() }));
  }, onProgress);
  showTags(outcome, key, (tags) => tags.filter((one) => one !== tag));
  return outcome;
}

function showTags({ done }: Outcome<Job>, key: string, change: (tags: readonly string[]) => string[]): void {
  const changed = new Set(done.map(({ run_id }) => run_id));
  const tagged = (run: Job): Job => changed.has(run.run_id) ? { ...run, tags: change(run.tags) } : run;
  changeRuns(key, tagged);
  for (const { run_id } of done) {
    const known = jobRecord.known(run_id);
    if (known.value.value !== null) known.value = { ...known.value, value: tagged(known.value.value) };
  }
}

/** Says that a request does nothing twice, so that it waits for a busy service by itself. */
function again(): Readonly<Record<string, string>> {
  return { "idempotency-key": crypto.randomUUID() };
}
