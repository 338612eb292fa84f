import type { NoParameters } from "../../../domain/no_parameters.ts";
import { averageDrawdown } from "../../risk/average_drawdown.ts";
import type { Method } from "../method.ts";
import { minimiseRisk } from "./minimise_risk.ts";

/** Minimises the mean drawdown of the cumulative returns under the rules. */
export const minAverageDrawdown: Method<NoParameters> = minimiseRisk({
  id: "min_average_drawdown",
  documentation: {
    title: "Minimum average drawdown",
    formula: "minimise Σ d_t / T, d_t = max(0, c_1, …, c_t) - c_t, c the cumulative sum of x",
    reference: "Chekhlov, Uryasev, Zabarankin (2005), Drawdown measure in portfolio optimization, " +
      "International Journal of Theoretical and Applied Finance 8",
    paragraph: "The portfolio whose cumulative returns, uncompounded, are on average least below their last peak.",
  },
}, averageDrawdown);
