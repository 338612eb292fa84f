import { DomainError } from "../domain/errors.ts";
import { enterPhase } from "../domain/phase.ts";
import type { KernelDigests } from "../kernels/digests.ts";
import { completeRequest, type RunAnswer, type RunQuestion } from "../request/complete_request.ts";
import type { OptimizationRequest } from "../request/optimization_request.ts";
import type { HistoryBeside } from "../request/parts/history.ts";
import { alignRun, type FoundHistory, type HistoryQuestion, historyQuestion } from "./align_run.ts";
import type { ComputationContext } from "./computation.ts";
import { optimization, type OptimizationOutput } from "./optimization.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";
import type { SimulatedSource } from "./simulated_source.ts";
import { withPeriods } from "./with_periods.ts";

/** Inputs of a run without the service, with the answers to the questions of earlier attempts to compute it. */
export interface LocalRunInputs {
  /** Body as for POST /jobs. */
  readonly body: unknown;
  /** History read from a file; null if the request body itself has the history or names listed assets. */
  readonly beside: HistoryBeside | null;
  readonly answers: readonly RunAnswer[];
  /** Prices of the listed assets; null before market data was asked for them. */
  readonly found: FoundHistory | null;
  readonly digests: KernelDigests;
}

/** Question whose answer a run needs before it can be computed. */
export type LocalRunQuestion = RunQuestion | { readonly about: "history"; readonly wanted: HistoryQuestion };

/** The computed run, or a question and the history that was sent with the inputs. */
export type LocalRunOutput =
  | ComputedLocalRun
  | { readonly question: LocalRunQuestion; readonly beside: HistoryBeside | null };

export interface ComputedLocalRun {
  readonly question: null;
  readonly output: OptimizationOutput;
  /** Parts of the request on which the printed figures are based. */
  readonly basis: Pick<OptimizationRequest, "frequency" | "risk_free_rate" | "monte_carlo">;
  /** Source of the simulation that the request asks for, or why there is none; null if it asks for none. */
  readonly simulation: SimulatedSource | { readonly fault: string } | null;
}

/**
 * Reads the request of a local run, aligns its history and computes it, all in one worker, while the main thread has
 * loaded none of the code of methods. Throws like `completeRequest` and `alignRun`.
 */
export const localRun = {
  async compute(inputs: LocalRunInputs, context: ComputationContext): Promise<LocalRunOutput> {
    enterPhase("read");
    const { beside, found, digests } = inputs, request = read(inputs);
    if ("about" in request) return { question: request, beside };
    const wanted = found === null ? historyQuestion(request) : null;
    if (wanted !== null) return { question: { about: "history", wanted }, beside };
    enterPhase("align");
    const history = alignRun(request, found), { history: _own, ...rest } = request;
    const completed = { request: withPeriods(rest, history), history, digests };
    const output = await optimization.compute(completed, context);
    return { question: null, output, basis: request, simulation: await simulationOf(completed, output) };
  },
};

/** Returns the request, or the first question that has no answer yet. */
function read({ body, beside, answers }: LocalRunInputs): OptimizationRequest | RunQuestion {
  const completing = completeRequest(body, beside ?? undefined);
  let step = completing.next();
  for (const answer of answers) if (!step.done) step = completing.next(answer);
  return step.value;
}

async function simulationOf(
  { request, history }: OptimizationInputs,
  { result, error }: OptimizationOutput,
): Promise<ComputedLocalRun["simulation"]> {
  if (request.monte_carlo === undefined || error !== null) return null;
  // Loaded only here, because few runs are simulated.
  const { sourceOf } = await import("./simulated_source.ts");
  const { outcomeOf } = await import("../documents/run_result.ts");
  try {
    const parts = { request, returns: history && history.returns, outcome: outcomeOf(result), covarianceFile: null };
    return sourceOf(parts, request.monte_carlo);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "methods_failed") throw error;
    return { fault: error.message };
  }
}
