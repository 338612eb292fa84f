import { z } from "zod";

const figures = z.record(z.string(), z.number());
const metrics = z.record(z.string(), z.number().nullable());

const data = z.strictObject({
  source: z.string(),
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
  jumps: z.array(z.strictObject({ asset: z.string(), date: z.string(), return: z.number() })),
  digest: z.string(),
});

const rule = z.strictObject({
  family: z.string(),
  rule: z.string().nullable(),
  value: z.number(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  slack: z.number().nullable(),
  binding: z.boolean(),
  shadow_price: z.number().nullable(),
});

const certificate = z.strictObject({
  solver: z.string(),
  iterations: z.int(),
  primal_residual: z.number().nullable(),
  dual_residual: z.number().nullable(),
  duality_gap: z.number().nullable(),
  proven_optimal: z.boolean(),
});

const method = z.strictObject({
  method: z.string(),
  key: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  status: z.enum(["optimal", "computed", "not_proven", "infeasible", "unbounded", "failed"]),
  detail: z.string().nullable(),
  objective: z.strictObject({ name: z.string(), value: z.number() }).nullable(),
  weights: figures.nullable(),
  metrics: metrics.nullable(),
  risk_contributions: figures.nullable(),
  allocation: z.null(),
  constraint_report: z.array(rule).nullable(),
  certificate: certificate.nullable(),
});

const curve = z.strictObject({ cumulative_return: z.array(z.number()), drawdown: z.array(z.number()) });

const engine = z.strictObject({
  version: z.string(),
  schema_version: z.literal(1),
  core_digest: z.string(),
  solver_digest: z.string(),
  seed: z.int(),
  elapsed_ms: z.number(),
});

/** The result of a run, `OptimizationResult` as JSON. */
export const resultBody = z.strictObject({
  run_id: z.string(),
  market: z.enum(["IN", "US", "MF", "CUSTOM"]),
  currency: z.enum(["INR", "USD"]).nullable(),
  mode: z.enum(["construct", "rebalance"]),
  data: data.nullable(),
  estimates: z.strictObject({
    expected_returns: figures,
    covariance: z.strictObject({ assets: z.array(z.string()), matrix: z.array(z.array(z.number())) }),
  }),
  methods: z.array(method),
  benchmark: z.strictObject({
    id: z.string(),
    return_type: z.enum(["price", "total"]).nullable(),
    metrics: metrics.nullable(),
  }).nullable(),
  assets: z.record(z.string(), metrics),
  rolling_backtest: z.null(),
  monte_carlo: z.null(),
  efficient_frontier: z.strictObject({
    points: z.array(z.strictObject({ return: z.number(), volatility: z.number(), weights: figures })),
    corner_portfolios: z.null(),
    detail: z.string().nullable(),
  }).nullable(),
  curves: z.strictObject({
    dates: z.array(z.string()),
    methods: z.record(z.string(), curve),
    benchmark: curve.nullable(),
  }).nullable(),
  engine,
}).meta({ id: "OptimizationResult" });
