import { defineBenchmarkMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/** Beta: the slope of the returns on those of the benchmark. Null if the benchmark does not vary. */
export const beta: Measure = defineBenchmarkMeasure(
  {
    id: "beta",
    unit: "per_period",
    figure: "number",
    weighsRows: true,
    documentation: {
      title: "Beta",
      formula: "cov(x, b) / var(b)",
      reference:
        "Sharpe, W. F. (1964), Capital Asset Prices: A Theory of Market Equilibrium under Conditions of Risk, The Journal of Finance 19(3), 425-442",
      paragraph: "How much a portfolio moved on average when the benchmark moved by one.",
    },
  },
  (series, benchmark) => series.beta(benchmark),
);
