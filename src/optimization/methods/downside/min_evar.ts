import type { z } from "zod";
import { entropicValueAtRisk } from "../../risk/entropic_value_at_risk.ts";
import type { Method } from "../method.ts";
import { minimiseRisk } from "./minimise_risk.ts";

/** Minimises the entropic value at risk of the portfolio's returns under the rules. */
export const minEvar: Method<z.output<typeof entropicValueAtRisk.parameters>> = minimiseRisk({
  id: "min_evar",
  documentation: {
    title: "Minimum EVaR",
    formula: "minimise min_z z log(Σ exp(-x / z) / ((1 - confidence) T))",
    reference:
      "Ahmadi-Javid (2012), Entropic value-at-risk: a new coherent risk measure, Journal of Optimization Theory and Applications 155(3)",
    paragraph:
      "The portfolio whose mean loss is least under the worst reweighting of the periods within an entropy bound: the tightest Chernoff bound on its value at risk.",
  },
}, entropicValueAtRisk);
