import { z } from "zod";

const figures = z.record(z.string(), z.number());
const fractions = z.array(z.number());
const gaps = z.array(z.number().nullable());

const rebalance = z.strictObject({
  date: z.string(),
  weights: figures,
  turnover: z.number().meta({ description: "Half the sum of absolute changes" }),
  cost: z.number().meta({ description: "A fraction of the wealth before it" }),
  status: z.enum(["optimal", "computed", "not_proven", "infeasible", "unbounded", "failed"]),
  detail: z.string().nullable(),
});

const series = {
  equity: fractions,
  drawdown: fractions,
  metrics: z.record(z.string(), z.number().nullable()).meta({
    description: "The turnover of a portfolio is the mean of its rebalances, the first purchase included",
  }),
  returns_by_year: figures,
  returns_by_month: figures,
  rolling: z.strictObject({ window: z.int(), volatility: gaps, sharpe_ratio: gaps }),
  rebalances: z.array(rebalance),
};

/** The section of a backtest, `BacktestSection` as JSON. */
export const sectionBody = z.strictObject({
  config: z.record(z.string(), z.unknown()),
  dates: z.array(z.string()),
  methods: z.array(z.strictObject({ method: z.string(), key: z.string(), ...series })),
  benchmark: z.strictObject({
    id: z.string(),
    return_type: z.enum(["price", "total"]).nullable(),
    ...series,
  }).nullable(),
}).meta({ id: "BacktestSection" });
