import type { ServerEvent, ServerEventBus } from "@modelcontextprotocol/server";
import { DomainError } from "../domain/errors.ts";
import { pause } from "../runtime/pause.ts";
import type { ConnectorApi } from "./connector_api.ts";
import { hasEnded, jobRead } from "./job_answer.ts";

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
  { api, signal, onFailure, lookMs = LOOK_MS }: {
    readonly api: Pick<ConnectorApi, "look">;
    readonly signal: AbortSignal;
    readonly onFailure: (error: unknown) => void;
    /** Milliseconds between two looks at the runs. */
    readonly lookMs?: number;
  },
): ServerEventBus {
  return {
    publish: () => undefined,
    subscribe(listener) {
      const ended = new AbortController();
      const over = AbortSignal.any([signal, ended.signal]);
      void follow(uris, { api, signal: over, lookMs, listener }).catch(onFailure);
      return () => ended.abort();
    },
  };
}

async function follow(
  uris: readonly string[],
  { api, signal, lookMs, listener }: {
    readonly api: Pick<ConnectorApi, "look">;
    readonly signal: AbortSignal;
    readonly lookMs: number;
    readonly listener: (event: ServerEvent) => void;
  },
): Promise<void> {
  const byRun = Map.groupBy(uris, (uri) => RUN.exec(uri)?.[1] ?? "");
  byRun.delete("");
  const states = new Map<string, string>();
  for (const runId of [...byRun.keys()].slice(0, MOST_RUNS)) states.set(runId, "");
  while (!signal.aborted && states.size > 0) {
    for (const [runId, before] of states) {
      const { state, isFinal } = await stateOf(runId, { api, signal, before });
      if (state !== before) {
        for (const uri of byRun.get(runId) ?? []) listener({ kind: "resource_updated", uri });
      }
      if (isFinal) states.delete(runId);
      else states.set(runId, state);
    }
    await pause(lookMs, signal);
  }
}

/**
 * Returns what of a run can change, its status and progress, and whether it can no more: `gone` for a run that is not
 * there, and the state before for a look that fails, because the next one may not.
 */
async function stateOf(
  runId: string,
  { api, signal, before }: {
    readonly api: Pick<ConnectorApi, "look">;
    readonly signal: AbortSignal;
    readonly before: string;
  },
): Promise<{ readonly state: string; readonly isFinal: boolean }> {
  try {
    const job = jobRead.parse(await api.look(runId, signal));
    return { state: `${job.status} ${job.progress.fraction}`, isFinal: hasEnded(job) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.code === "not_found" ? { state: "gone", isFinal: true } : { state: before, isFinal: false };
  }
}

const RUN = /^portfolio:\/\/runs\/([a-z]{2,4}_[0-9A-Z]{26})\//;
