import type { Market } from "../domain/asset.ts";
import { hasExaminedEstimates } from "./parts/estimators.ts";
import { type OptimizationRequest, runConfig } from "./run_request.ts";

/** What is stored of a run when it is submitted. */
export interface RunSubmission {
  readonly name: string | null;
  readonly market: Market;
  readonly mode: "construct" | "rebalance";
  readonly methods: readonly string[];
  readonly constraintFamilies: readonly string[];
  /** The body with every default filled in, as JSON. */
  readonly config: Uint8Array<ArrayBuffer>;
  readonly chainsSimulation: boolean;
  /** Whether more is to be known of it before it is accepted than its history shows at once. */
  readonly needsPreflight: boolean;
}

/** Where to send a history to a worker costs more than to look through it. */
const CELLS_ALIGNED_AT_ONCE = 50_000;

/** What is stored of a request, and the body that it was read from. */
export function runSubmission(body: unknown, request: OptimizationRequest): RunSubmission {
  const { name = null, market, starting_portfolio: startingPortfolio, methods, constraints, history } = request;
  const families = [constraints, ...methods.map((method) => method.constraints ?? {})].flatMap(Object.keys);
  const cells = history?.table.values.data.length ?? 0;
  return {
    name,
    market,
    mode: startingPortfolio === undefined ? "construct" : "rebalance",
    methods: methods.map(({ method }) => method),
    constraintFamilies: [...new Set(families)],
    config: new TextEncoder().encode(JSON.stringify(runConfig(body, request))),
    chainsSimulation: request.monte_carlo !== undefined,
    // Without a history or estimates of its own and without rules a request has nothing more to be known.
    needsPreflight: families.length > 0 || hasExaminedEstimates(request) || cells > CELLS_ALIGNED_AT_ONCE,
  };
}
