import { z } from "zod";
import type { DeepReadonly } from "../domain/deep_readonly.ts";
import { isObject } from "../faults/json_object.ts";
import type { BacktestConfig } from "../request/parts/backtest.ts";
import { doubtsOfJob } from "./doubt_schema.ts";
import { jsonDocument } from "./document.ts";
import { figures, metrics, returnType, solutionStatus } from "./figures.ts";

const fractions = z.array(z.number());
const gaps = z.array(z.number().nullable());

const rebalance = z.strictObject({
  date: z.string(),
  weights: figures.meta({
    description: "Weights held from this date's return on; the weights held before where the method failed",
  }),
  turnover: z.number().meta({ description: "Half the sum of the absolute changes of the weights" }),
  cost: z.number().meta({
    description: "Cost of the rebalance as a fraction of the wealth before it, taken from this date's return",
  }),
  status: solutionStatus,
  detail: z.string().nullable(),
  assets: z.array(z.string()).optional().meta({
    description:
      'The assets that took part, of a run with `history: "available"`: those with every return of the train ' +
      "window; absent in other runs, whose assets all take part",
  }),
  sold: z.array(z.strictObject({ asset: z.string(), date: z.string() })).optional().meta({
    description:
      "The holdings whose series ended before the next rebalance, sold at the last price: `date` is the first " +
      "day without a return, whose return bears the cost. Absent like `assets`",
  }),
});

const series = z.strictObject({
  equity: fractions.meta({ description: "Wealth at the end of each period, in units of `initial_capital`" }),
  drawdown: fractions.meta({
    description: "Fall from the highest equity so far, the initial capital included, as a positive fraction",
  }),
  metrics: metrics.meta({
    description: "The turnover of a portfolio is the mean turnover of its rebalances, the first purchase included",
  }),
  returns_by_year: figures.meta({ description: "Compounded, by calendar year, as `2023`" }),
  returns_by_month: figures.meta({ description: "Compounded, by month, as `2023-01`" }),
  rolling: z.strictObject({ window: z.int(), volatility: gaps, sharpe_ratio: gaps }).meta({
    description:
      "Annual figures of the last `window` returns at each date; null until there are so many, and where undefined",
  }),
});

/** Schema of the config of a backtest. It only requires an object, because the fields depend on the request. */
const config = z.custom<BacktestConfig>(isObject).register(z.globalRegistry, {
  type: "object",
  propertyNames: { type: "string" },
  additionalProperties: {},
  description: "The fields of the request for the backtest, with every default filled in",
});

/**
 * Schema of the result section of a walk-forward backtest, whether computed within a run or by a job of its own. A
 * field that does not apply is null, not absent.
 */
const schema = z.strictObject({
  config,
  dates: z.array(z.string()).meta({
    description: "The last day of each return, from the return of the first rebalance on",
  }),
  methods: z.array(z.strictObject({
    method: z.string(),
    key: z.string(),
    ...series.shape,
    rebalances: z.array(rebalance),
  })),
  benchmark: z.strictObject({
    id: z.string(),
    return_type: returnType,
    ...series.shape,
    rebalances: z.array(rebalance).meta({ description: "Empty: the benchmark is not traded" }),
  }).nullable(),
  doubts: doubtsOfJob,
}).meta({ id: "BacktestSection" });

export type BacktestSection = DeepReadonly<z.output<typeof schema>>;
export type BacktestedMethod = BacktestSection["methods"][number];
export type BacktestRebalance = BacktestedMethod["rebalances"][number];
/** Type of the performance of one return series (a method or the benchmark) on the dates of a backtest. */
export type BacktestedSeries = DeepReadonly<z.output<typeof series>>;

/** Definition of the stored result document of a backtest job. */
export const backtestSection = jsonDocument({ kind: "backtest", name: "section.json", schema });

/** Definition of the stored document with the backtest that was computed within a run. */
export const rollingBacktest = jsonDocument({ kind: "optimization", name: "rolling_backtest.json", schema });
