import { z } from "zod";
import { ASSETS_INSIDE } from "../domain/artifact.ts";
import type { DeepReadonly } from "../domain/deep_readonly.ts";
import type { Matrix } from "../domain/matrix.ts";
import { REPAIR_KINDS } from "../estimation/covariance/mod.ts";
import { FRONTIER_BRANCHES } from "../optimization/methods/mod.ts";
import type { BacktestSection } from "./backtest_section.ts";
import { covarianceFile, type CovarianceRows, matrixOfRows, rowsOfCovariance } from "./covariance_file.ts";
import { doubt } from "./doubt_schema.ts";
import { type Document, jsonBytes, jsonDocument, parsedJson, type RunnerFacts } from "./document.ts";
import { type Figures, figures, metrics, returnType, solutionStatus } from "./figures.ts";
import { documentOf } from "./document_of_result.ts";
import type { SimulationDetail } from "./simulation_detail.ts";

const data = z.strictObject({
  source: z.string(),
  sources: z.record(z.string(), z.string()).nullable().default(null).meta({
    description: "The provider that answered for each asset, with live market data; null with other data",
  }),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  frequency: z.string(),
  observations: z.int(),
  assets: z.int(),
  dropped: z.array(z.strictObject({
    reason: z.string(),
    assets: z.array(z.string()),
    days: z.int(),
    first: z.string(),
    last: z.string(),
  })),
  filled: z.array(z.strictObject({ asset: z.string(), days: z.int(), first: z.string(), last: z.string() })),
  constant: z.array(z.string()),
  jumps: z.array(z.strictObject({
    asset: z.string(),
    date: z.string(),
    return: z.number(),
    kind: z.enum(["suspected_split", "move", "unit_change"]).default("move"),
  })).meta({
    description:
      "Daily returns of market data and of own prices beyond 40 % (own prices of longer periods: threefold, or to a " +
      "third), all of which are kept: moves that look like a split for which prices are not adjusted, and other " +
      "moves. The values of a fund before a change of its unit are given in the new unit",
  }),
  digest: z.string(),
  periods_per_year: z.number().nullable().default(null).meta({
    description:
      "Number of periods in a year by which figures are annualised; null in results stored before it was told",
  }),
  doubts: z.array(doubt).default([]).meta({
    description:
      "Doubts about the data and the numbers of the request, the most severe first; none of them changed the answer",
  }),
});

const rule = z.strictObject({
  family: z.string(),
  rule: z.string().nullable(),
  value: z.number(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  slack: z.number().nullable().meta({
    description: "The distance of the value to the nearer limit, below 0 where the limit is broken",
  }),
  binding: z.boolean(),
  shadow_price: z.number().nullable(),
});

const certificate = z.strictObject({
  solver: z.string().meta({
    description:
      "Ids of the way, and of the rescue where one was needed, that led to the weights, then after a slash the " +
      "engine: `few, smaller steps/core`. Results of earlier versions name the engine alone",
  }),
  iterations: z.int(),
  primal_residual: z.number().nullable(),
  dual_residual: z.number().nullable(),
  duality_gap: z.number().nullable(),
  proven_optimal: z.boolean(),
  bound: z.number().nullable().meta({
    description:
      "Bound that no weights can be better than, in the unit of the objective's value; null without integer rules",
  }),
  nodes: z.int().nullable().meta({
    description: "Number of programs that the search for the assets to hold has bounded; null without integer rules",
  }),
}).meta({ description: "Residuals are null where the solver found no point to measure" });

const allocation = z.strictObject({
  shares: figures.meta({ description: "Number of shares, or of units of funds; below 0 where they are sold short" }),
  invested: z.number(),
  cash: z.number(),
  weights: figures.meta({ description: "Fractions of the capital" }),
  currency: z.enum(["INR", "USD"]).nullable(),
  gap: z.number().meta({
    description:
      "How much closer other numbers of lots may come to the weights, as a fraction of the capital; 0 where none come closer",
  }),
});

const method = z.strictObject({
  method: z.string(),
  key: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  status: solutionStatus,
  detail: z.string().nullable(),
  objective: z.strictObject({ name: z.string(), value: z.number() }).nullable().meta({ description: "Per period" }),
  weights: figures.nullable(),
  metrics: metrics.nullable(),
  risk_contributions: figures.nullable().meta({ description: "Fractions of the risk, which sum to 1" }),
  allocation: allocation.nullable().meta({ description: "Null where no capital was given" }),
  constraint_report: z.array(rule).nullable(),
  certificate: certificate.nullable(),
});

const curve = z.strictObject({
  cumulative_return: z.array(z.number()),
  drawdown: z.array(z.number()).meta({ description: "Fall from the highest wealth so far, as a positive fraction" }),
});

const engine = z.strictObject({
  version: z.string(),
  schema_version: z.literal(1),
  core_digest: z.string(),
  solver_digest: z.string(),
  seed: z.int(),
  elapsed_ms: z.number().meta({
    description: "Duration of the whole run, by the clock of the process that computed it",
  }),
  phases_ms: z.record(z.string(), z.number()).default({}).meta({
    description: "Milliseconds of each phase of the run, by its name; empty in results stored before they were told",
  }),
});

const estimates = z.strictObject({
  expected_returns: figures,
  covariance: z.strictObject({
    assets: z.array(z.string()),
    matrix: z.array(z.array(z.number())).nullable().meta({
      description: `Null where the matrix is in a file of its own: for more than ${ASSETS_INSIDE} assets, unless the ` +
        'request has `"estimates": "full"`',
    }),
    file: covarianceFile.nullable().default(null).meta({
      description: "The file that holds the matrix in place of `matrix`; null where the matrix is here",
    }),
    repair: z.strictObject({
      kind: z.enum(REPAIR_KINDS).default("clip").meta({
        description:
          "clip: negative eigenvalues of the correlations became 0; nearest: the nearest correlations that " +
          "are positive semidefinite took their place, and the variances were kept",
      }),
      smallest_eigenvalue: z.number().meta({
        description: "Smallest eigenvalue of the matrix before the repair, at most 0",
      }),
      largest_change: z.number().meta({ description: "Largest absolute change of an entry" }),
    }).nullable().meta({
      description: "The repair of a matrix that was not positive semidefinite; null where the matrix was, to rounding",
    }),
  }),
});

const frontierPoint = z.strictObject({
  branch: z.enum(FRONTIER_BRANCHES).default("upper").meta({
    description: "The half of the frontier: above the portfolio of minimum risk, which counts to it, or below",
  }),
  return: z.number(),
  volatility: z.number(),
  risk: z.number().nullable().default(null).meta({
    description:
      "Risk by the measure of the frontier; null in results stored before frontiers had other measures than volatility",
  }),
  weights: figures,
}).meta({
  description: "Return and volatility are annual, and so is risk where it is volatility; other measures are per period",
});

const cornerPortfolio = z.strictObject({ return: z.number(), volatility: z.number(), weights: figures });

/**
 * Schema of an efficient frontier. A frontier stored by an early version has volatility as its risk measure, and
 * neither the minimum-risk nor the maximum-ratio portfolio.
 */
const frontier = z.strictObject({
  measure: z.string().default("volatility"),
  confidence: z.number().nullable().default(null).meta({ description: "Null where the measure has none" }),
  points: z.array(frontierPoint).meta({
    description:
      "From the portfolio of minimum risk up to the largest return, evenly spaced in return. With both halves the lower " +
      "one comes before, from the least return up, evenly spaced too; in runs stored without it there is none",
  }),
  minimum_risk: frontierPoint.nullable().default(null),
  maximum_ratio: frontierPoint.nullable().default(null).meta({
    description: "The portfolio with the largest ratio of excess return to risk; null where there is none",
  }),
  corner_portfolios: z.array(cornerPortfolio).nullable().meta({
    description:
      "Corner portfolios of the first critical_line of the run, annual, minimum risk first; null without that method",
  }),
  detail: z.string().nullable().meta({
    description: "Says why there are no points or no portfolio of the largest ratio, or which of them are not proven",
  }),
});

/** Schema of the result document of a successful run. A field that does not apply is null, not absent. */
const schema = z.strictObject({
  run_id: z.string(),
  market: z.enum(["IN", "US", "MF", "CUSTOM"]),
  currency: z.enum(["INR", "USD"]).nullable(),
  mode: z.enum(["construct", "rebalance"]),
  data: data.nullable().meta({
    description:
      "Of a run on moments the source is `moments`, of one on scenarios `scenarios`, and there are no dates; null in " +
      "results of moments stored before that",
  }),
  estimates: estimates.meta({ description: "Per period" }),
  methods: z.array(method),
  benchmark: z.strictObject({ id: z.string(), return_type: returnType, metrics: metrics.nullable() }).nullable(),
  assets: z.record(z.string(), metrics).meta({
    description:
      "Statistics of each asset. The field `asset_statistics` of the request says which measures they contain; in " +
      "results stored before that field they contain all",
  }),
  rolling_backtest: z.null(),
  monte_carlo: z.null(),
  efficient_frontier: frontier.nullable(),
  curves: z.strictObject({
    dates: z.array(z.string()),
    methods: z.record(z.string(), curve).meta({ description: "By key of the method" }),
    benchmark: curve.nullable(),
  }).nullable().meta({ description: "Null for a run on moments or scenarios" }),
  engine,
}).meta({ id: "OptimizationResult" });

/** Type of the stored result of a run. Its backtest and its simulation are separate documents. */
export type RunResult = DeepReadonly<z.output<typeof schema>>;

/**
 * Type of the computed result of a run, including its backtest and simulation. A run computed locally, without the
 * service, has no id and writes this whole result. It always has its covariance matrix; the written result does not
 * where a file is named for the matrix.
 */
export interface OptimizationResult
  extends Omit<RunResult, "run_id" | "estimates" | "rolling_backtest" | "monte_carlo"> {
  readonly run_id: string | null;
  readonly estimates: ResultEstimates;
  /** Result of the backtest within the run; null if the request asked for none. */
  readonly rolling_backtest: BacktestSection | null;
  readonly monte_carlo: SimulationSection | null;
}

/** Type of the part of a result that lists the assets of the run, in the order of the covariance matrix. */
export interface AssetsOfResult {
  readonly estimates: { readonly covariance: { readonly assets: readonly string[] } };
}

/** Type of the estimates of a computed run, per period, with every row of its covariance matrix. */
export type ResultEstimates = Omit<RunResult["estimates"], "covariance"> & {
  readonly covariance: Omit<RunResult["estimates"]["covariance"], "matrix"> & { readonly matrix: CovarianceRows };
};

/** Type of a Monte Carlo simulation in the result of a run that was computed locally, without the service. */
export type SimulationSection = SimulationDetail & {
  /**
   * Config of the Monte Carlo simulation with every default filled in. Sent as the field `monte_carlo`, it gives the
   * same simulation.
   */
  readonly config: Readonly<Record<string, unknown>>;
};

export type ResultData = NonNullable<RunResult["data"]>;
export type MethodResult = RunResult["methods"][number];
export type RuleReport = NonNullable<MethodResult["constraint_report"]>[number];
export type AllocationResult = NonNullable<MethodResult["allocation"]>;
export type CertificateReport = NonNullable<MethodResult["certificate"]>;
export type BenchmarkResult = NonNullable<RunResult["benchmark"]>;
export type FrontierResult = NonNullable<RunResult["efficient_frontier"]>;
export type FrontierPointResult = FrontierResult["points"][number];
export type Curves = NonNullable<RunResult["curves"]>;
export type Curve = Curves["methods"][string];

/** Type of the result that the service writes: its backtest and its simulation are documents of their own. */
export type WrittenResult = Omit<OptimizationResult, "run_id" | "rolling_backtest" | "monte_carlo"> & {
  readonly run_id: string;
  readonly rolling_backtest: null;
  readonly monte_carlo: null;
};

/**
 * Definition of the result document of a run. Later jobs read only the parts that they need. A worker writes it with
 * `UNKNOWN_TIMES` at its end, and the job runner replaces them by the times that it has measured.
 */
export const runResult = {
  ...jsonDocument({ kind: "optimization", name: "result.json", schema }),
  read: (bytes: Uint8Array): RunOutcome => outcomeOf(outcomeSchema.parse(parsedJson(bytes))),
  write: (result: WrittenResult): Uint8Array<ArrayBuffer> => jsonBytes(documentOf(result)),
  finish(written: Uint8Array<ArrayBuffer>, { elapsedMs, phasesMs }: RunnerFacts): Uint8Array<ArrayBuffer> {
    const unknown = endOf(UNKNOWN_TIMES), known = endOf({ elapsed_ms: elapsedMs, phases_ms: phasesMs });
    const start = written.length - unknown.length;
    if (!unknown.every((byte, i) => written[start + i] === byte)) {
      throw new Error("Cannot finish a result that does not end with an elapsed time of 0");
    }
    const finished = new Uint8Array(start + known.length);
    finished.set(written.subarray(0, start));
    finished.set(known, start);
    return finished;
  },
} satisfies Document<WrittenResult, RunOutcome>;

/** Placeholder for the elapsed time and the times of the phases that a worker writes into the result of a run. */
export const UNKNOWN_TIMES: Pick<RunResult["engine"], "elapsed_ms" | "phases_ms"> = { elapsed_ms: 0, phases_ms: {} };

/** Returns the end of a result document, which contains the times of its run. */
function endOf({ elapsed_ms, phases_ms }: Pick<RunResult["engine"], "elapsed_ms" | "phases_ms">): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify({ elapsed_ms, phases_ms }).slice(1)}}\n`);
}

/**
 * Type of the parts of a run's result that later jobs (simulations and backtests) build on: assets, weights and
 * estimates.
 */
export interface RunOutcome {
  /** Assets of the run, in the order of the covariance matrix. */
  readonly assets: readonly string[];
  /** Number of period returns in the history of the run; 0 without a history. */
  readonly observations: number;
  /** Weights of each method that found some, by the key of the method. Each array is in the order of the assets. */
  readonly weights: ReadonlyMap<string, Float64Array>;
  /** Key of the first method that has weights; null if there is none. */
  readonly firstKey: string | null;
  /**
   * Returns the expected returns and the covariance matrix, per period, in the order of the assets. Takes the bytes of
   * the matrix's own file; null where the result has none.
   */
  estimates(file: Uint8Array | null): { readonly expectedReturns: Float64Array; readonly covariance: Matrix };
}

/**
 * Schema of the parts of a result that later jobs read; fields of earlier versions are ignored. The matrix is only
 * checked to be lists, because it may have millions of numbers, and checking each takes longer than parsing them.
 */
const outcomeSchema = z.object({
  data: data.pick({ observations: true }).strip().nullable(),
  estimates: estimates.strip().extend({
    covariance: estimates.shape.covariance.pick({ assets: true }).strip().extend({
      matrix: z.array(z.custom<ArrayLike<number>>(Array.isArray)).nullable(),
    }),
  }),
  methods: z.array(method.pick({ key: true, weights: true }).strip()),
});

/** Returns the parts of a run's result that later jobs build on. */
export function outcomeOf({ data, estimates, methods }: DeepReadonly<z.output<typeof outcomeSchema>>): RunOutcome {
  const { assets } = estimates.covariance;
  const inOrder = (figures: Figures): Float64Array => Float64Array.from(assets, (asset) => figures[asset] ?? NaN);
  const weights = new Map(
    methods.flatMap(({ key, weights }) => weights === null ? [] : [[key, inOrder(weights)] as const]),
  );
  const [firstKey = null] = weights.keys();
  return {
    assets,
    observations: data?.observations ?? 0,
    weights,
    firstKey,
    estimates: (file) => ({
      expectedReturns: inOrder(estimates.expected_returns),
      covariance: matrixOfRows(rowsOfCovariance(estimates.covariance, file)),
    }),
  };
}
