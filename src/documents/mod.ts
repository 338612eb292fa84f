import type { Artifact } from "../domain/artifact.ts";
import type { JobKindName } from "../domain/job_kinds.ts";
import { type Registry, registry } from "../domain/registry.ts";
import { backtestSection, rollingBacktest } from "./backtest_section.ts";
import { backtestSummary } from "./backtest_summary.ts";
import { type Document, documentId, type RunnerFacts } from "./document.ts";
import { runBasis } from "./run_basis.ts";
import { runComparison } from "./run_comparison.ts";
import { runConflict } from "./run_conflict.ts";
import { runResult } from "./run_result.ts";
import { simulationDetail } from "./simulation_detail.ts";
import { simulationSummary } from "./simulation_summary.ts";

/** Registry of all types of result documents that jobs store. */
export const DOCUMENTS: Registry<Document<unknown>> = registry<Document<unknown>>([
  runResult,
  runBasis,
  runComparison,
  runConflict,
  rollingBacktest,
  simulationSummary,
  simulationDetail,
  backtestSummary,
  backtestSection,
]);

/** Whether a file of a job is hidden from its owner because only the service uses it. */
export function isHidden(kind: JobKindName, name: string): boolean {
  return DOCUMENTS.get(documentId(kind, name))?.hidden ?? false;
}

/** Returns a job's file with the facts added that only the job runner knows, such as the elapsed time. */
export function finishedArtifact(kind: JobKindName, artifact: Artifact, told: RunnerFacts): Artifact {
  const finish = DOCUMENTS.get(documentId(kind, artifact.name))?.finish;
  return finish === undefined ? artifact : { ...artifact, content: finish(artifact.content, told) };
}
