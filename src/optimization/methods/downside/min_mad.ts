import type { Method } from "../method.ts";
import { meanAbsoluteDeviation } from "../../risk/mean_absolute_deviation.ts";
import { minimiseRisk } from "./minimise_risk.ts";
import type { NoParameters } from "../../../domain/no_parameters.ts";

/** Minimises the mean absolute deviation of the portfolio's returns from their mean under the rules. */
export const minMad: Method<NoParameters> = minimiseRisk({
  id: "min_mad",
  documentation: {
    title: "Minimum mean absolute deviation",
    formula: "minimise Σ |x - mean| / T",
    reference: "Konno, Yamazaki (1991), Mean-absolute deviation portfolio optimization model, Management Science 37",
    paragraph:
      "The portfolio with the smallest mean distance of its returns from their mean. A large deviation counts by its " +
      "size, not by its square.",
  },
}, meanAbsoluteDeviation);
