import type { NoParameters } from "../../../domain/no_parameters.ts";
import { worstRealization } from "../../risk/worst_realization.ts";
import type { Method } from "../method.ts";
import { minimiseRisk } from "./minimise_risk.ts";

/** Solves min max_t(-x_t) under the rules, x the returns of the portfolio. */
export const minWorstRealization: Method<NoParameters> = minimiseRisk({
  id: "min_worst_realization",
  documentation: {
    title: "Minimum worst realization",
    formula: "minimise max(-x)",
    reference:
      "Young (1998), A minimax portfolio selection rule with linear programming solution, Management Science 44",
    paragraph: "The portfolio whose worst period of the history loses least.",
  },
}, worstRealization);
