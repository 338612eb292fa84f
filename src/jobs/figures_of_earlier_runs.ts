import type { Dependencies } from "../dependencies.ts";
import { rollingBacktest } from "../documents/backtest_section.ts";
import { parsedJson } from "../documents/document.ts";
import { figuresOfRun } from "../documents/figures_of_run.ts";
import { runResult } from "../documents/run_result.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import type { RunFigures } from "../domain/run_figures.ts";
import { documentBytes, readDocument } from "./read_document.ts";

/**
 * Computes and stores the dashboard figures of succeeded runs that have none because they are older than the dashboard,
 * one run at a time until the signal aborts. If the process is killed, the next process continues. A run whose result
 * cannot be read is logged and gets no figures.
 */
export async function giveFiguresToEarlierRuns(
  { dashboards, artifacts, log }: Pick<Dependencies, "dashboards" | "artifacts" | "log">,
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  for await (const { accountId, runId } of dashboards.runsWithoutFigures()) {
    if (signal.aborted) return;
    try {
      await dashboards.addFigures(accountId, runId, await figuresOfStored({ artifacts }, accountId, runId));
    } catch (error) {
      log.warn("figures of a run not read", {
        run: runId,
        reason: error instanceof Error ? error.message : String(error),
      });
    }
  }
}

/** Computes the dashboard figures of a run from its stored documents; null if the run has no result. */
async function figuresOfStored(
  { artifacts }: Pick<Dependencies, "artifacts">,
  accountId: AccountId,
  jobId: JobId,
): Promise<RunFigures | null> {
  const place = { accountId, jobId, absent: "not_found" } as const;
  const section = await readDocument(artifacts, rollingBacktest, place).catch(nullWhereAbsent);
  const bytes = await documentBytes(artifacts, runResult, place).catch(nullWhereAbsent);
  return bytes && figuresOfRun(runResult.schema.parse(parsedJson(bytes)), section);
}

function nullWhereAbsent(error: unknown): null {
  if (error instanceof DomainError && error.code === "not_found") return null;
  throw error;
}
