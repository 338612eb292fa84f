import type { ServerEvent, ServerEventBus } from "@modelcontextprotocol/server";
import { DomainError } from "../domain/errors.ts";
import { pause } from "../runtime/pause.ts";
import type { ConnectorApi } from "./connector_api.ts";
import { jobRead } from "./job_answer.ts";

/** Milliseconds between two looks at the runs of a subscription. */
const LOOK_MS = 2_000;
/** Largest number of runs that one subscription follows. */
const MOST_RUNS = 20;

/**
 * Returns the events of one subscription: changes of the runs whose resources a client names. The first look is told
 * too, so that no change is lost between a reading and its subscription. It looks at the store of all processes,
 * because any of them may compute a run.
 */
export function runEvents(
  uris: readonly string[],
  { api, signal, onFailure }: {
    readonly api: ConnectorApi;
    readonly signal: AbortSignal;
    readonly onFailure: (error: unknown) => void;
  },
): ServerEventBus {
  return {
    publish: () => undefined,
    subscribe(listener) {
      const ended = new AbortController();
      void follow(uris, { api, signal: AbortSignal.any([signal, ended.signal]), listener }).catch(onFailure);
      return () => ended.abort();
    },
  };
}

async function follow(
  uris: readonly string[],
  { api, signal, listener }: { api: ConnectorApi; signal: AbortSignal; listener: (event: ServerEvent) => void },
): Promise<void> {
  const byRun = Map.groupBy(uris, (uri) => RUN.exec(uri)?.[1] ?? "");
  byRun.delete("");
  const states = new Map<string, string>();
  for (const runId of [...byRun.keys()].slice(0, MOST_RUNS)) states.set(runId, "");
  while (!signal.aborted && states.size > 0) {
    for (const [runId, before] of states) {
      const state = await stateOf(runId, api, signal);
      if (state !== before) {
        for (const uri of byRun.get(runId) ?? []) listener({ kind: "resource_updated", uri });
      }
      states.set(runId, state);
    }
    await pause(LOOK_MS, signal);
  }
}

/** Returns what of a run can change: its status and progress; `gone` for a run that is not there. */
async function stateOf(runId: string, api: ConnectorApi, signal: AbortSignal): Promise<string> {
  try {
    const { status, progress } = jobRead.parse(await api.ask("get_job", { parameters: { run_id: runId } }, signal));
    return `${status} ${progress.fraction}`;
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return "gone";
    throw error;
  }
}

const RUN = /^portfolio:\/\/runs\/([a-z]{2,4}_[0-9A-Z]{26})\//;
