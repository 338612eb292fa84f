import type { Dependencies } from "../dependencies.ts";
import { MINUTE_MS } from "../domain/instant.ts";
import { pause } from "../runtime/pause.ts";
import { randomFraction } from "../runtime/random.ts";
import { runPeriodically } from "../runtime/run_periodically.ts";

/** Milliseconds that an ending process waits for the deletion of its note. */
const FORGOTTEN_WITHIN_MS = 1_000;

/** What a process needs to note itself as one that computes jobs. */
export interface NotedJobRunner extends Pick<Dependencies, "jobRunners" | "random" | "log"> {
  readonly config: Pick<Dependencies["config"], "workLimit">;
}

/**
 * Notes in the store that this process computes jobs up to its bound, at once and then about once a minute, until the
 * signal aborts; then deletes the note. Other processes accept jobs beyond their own bound because of it (see
 * `WorkBound`).
 */
export async function noteJobRunner(
  { jobRunners, config, random, log }: NotedJobRunner,
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  const id = random.ulid();
  await runPeriodically(() => jobRunners.note(id, config), {
    pauseMs: () => MINUTE_MS * (1 + 0.2 * randomFraction(random)),
    signal,
    onError: (reason) => log.warn("job runner not noted", { reason }),
  });
  const over = new AbortController();
  await Promise.race([jobRunners.forget(id).catch(() => {}), pause(FORGOTTEN_WITHIN_MS, over.signal)]);
  over.abort();
}
