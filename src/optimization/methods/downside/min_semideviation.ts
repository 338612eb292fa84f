import type { Method } from "../method.ts";
import { semideviation } from "../../risk/semideviation.ts";
import { minimiseRisk } from "./minimise_risk.ts";
import type { NoParameters } from "../../../domain/no_parameters.ts";

/**
 * Minimises the semideviation of the portfolio's returns x over T periods, sqrt(Σ max(mean(x) - x_t, 0)² / (T - 1)),
 * under the rules.
 */
export const minSemideviation: Method<NoParameters> = minimiseRisk({
  id: "min_semideviation",
  documentation: {
    title: "Minimum semideviation",
    formula: "minimise sqrt(Σ max(mean - x, 0)² / (T - 1))",
    reference: "Markowitz (1959), Portfolio selection, chapter 9",
    paragraph: "The portfolio that varies least below its mean; returns above the mean are not counted as risk.",
  },
}, semideviation);
