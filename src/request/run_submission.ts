import type { Market } from "../domain/asset.ts";
import { largestWorkOf, workOfRun } from "./counted_work.ts";
import { hasExaminedEstimates } from "./parts/estimators.ts";
import { type NamedUpload, uploadNamedIn } from "./parts/upload.ts";
import type { OptimizationRequest } from "./optimization_request.ts";
import { runConfig } from "./run_request.ts";

/** Type of the data that is stored of a run when it is submitted. */
export interface RunSubmission {
  readonly name: string | null;
  readonly market: Market;
  readonly mode: "construct" | "rebalance";
  readonly methods: readonly string[];
  readonly constraintFamilies: readonly string[];
  /** Body of the run with every default filled in, as JSON bytes. */
  readonly config: Uint8Array<ArrayBuffer>;
  /** Upload from which the history of the run comes; null if it comes from elsewhere. */
  readonly upload: NamedUpload | null;
  readonly chainsSimulation: boolean;
  /** Counted work of the run. */
  readonly work: number;
  /** Counted work of the largest job that the run makes: the run itself, or the simulation that follows it. */
  readonly largestWork: number;
  /** Whether a worker must check the run before it is accepted (preflight). */
  readonly needsPreflight: boolean;
}

/**
 * Number of cells of a history up to which a submitted history is checked at once in the same thread, because sending
 * it to a worker would cost more.
 */
const CELLS_ALIGNED_AT_ONCE = 50_000;

/** Returns the data to store for a submitted run, from its request and the body that it was read from. */
export function runSubmission(body: unknown, request: OptimizationRequest): RunSubmission {
  const { name = null, market, starting_portfolio: startingPortfolio, methods, constraints, history } = request;
  const families = [constraints, ...methods.map((method) => method.constraints ?? {})].flatMap(Object.keys);
  const upload = uploadNamedIn(body);
  const cells = history?.table.values.data.length ?? 0;
  return {
    name,
    market,
    mode: startingPortfolio === undefined ? "construct" : "rebalance",
    methods: methods.map(({ method }) => method),
    constraintFamilies: [...new Set(families)],
    config: new TextEncoder().encode(JSON.stringify(runConfig(body, request))),
    upload,
    chainsSimulation: request.monte_carlo !== undefined,
    work: workOfRun(request),
    largestWork: largestWorkOf(request),
    // A run without rules, without a covariance matrix of its own and with a small history needs no preflight. The
    // history of an upload, however large, was already checked in a worker.
    needsPreflight: families.length > 0 || hasExaminedEstimates(request) ||
      (upload === null && cells > CELLS_ALIGNED_AT_ONCE),
  };
}
