import type { NoParameters } from "../../../domain/no_parameters.ts";
import { maxDrawdown } from "../../risk/max_drawdown.ts";
import type { Method } from "../method.ts";
import { minimiseRisk } from "./minimise_risk.ts";

/** Minimises the largest drawdown of the cumulative returns under the rules. */
export const minMaxDrawdown: Method<NoParameters> = minimiseRisk({
  id: "min_max_drawdown",
  documentation: {
    title: "Minimum maximum drawdown",
    formula: "minimise max d, d_t = max(0, c_1, …, c_t) - c_t, c the cumulative sum of x",
    reference: "Chekhlov, Uryasev, Zabarankin (2005), Drawdown measure in portfolio optimization, " +
      "International Journal of Theoretical and Applied Finance 8",
    paragraph: "The portfolio whose deepest fall from a peak of its cumulative returns, uncompounded, is smallest.",
  },
}, maxDrawdown);
