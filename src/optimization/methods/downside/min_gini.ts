import type { NoParameters } from "../../../domain/no_parameters.ts";
import { gini } from "../../risk/gini.ts";
import type { Method } from "../method.ts";
import { minimiseRisk } from "./minimise_risk.ts";

/** Minimises the mean of |x_s - x_t| over all pairs of periods under the rules, x the returns of the portfolio. */
export const minGini: Method<NoParameters> = minimiseRisk({
  id: "min_gini",
  documentation: {
    title: "Minimum Gini mean difference",
    formula: "minimise the mean of |x_i - x_j| over i ≠ j",
    reference:
      "Yitzhaki (1982), Stochastic dominance, mean variance, and Gini's mean difference, American Economic Review 72",
    paragraph: "The portfolio whose returns in any two periods differ least on average.",
  },
}, gini);
