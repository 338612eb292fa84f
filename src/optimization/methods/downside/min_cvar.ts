import type { z } from "zod";
import { conditionalValueAtRisk } from "../../risk/conditional_value_at_risk.ts";
import type { Method } from "../method.ts";
import { minimiseRisk } from "./minimise_risk.ts";

/** Minimises the conditional value at risk of the portfolio's returns under the rules. */
export const minCvar: Method<z.output<typeof conditionalValueAtRisk.parameters>> = minimiseRisk({
  id: "min_cvar",
  documentation: {
    title: "Minimum CVaR",
    formula: "minimise min_t t + Σ max(-x - t, 0) / ((1 - confidence) T)",
    reference: "Rockafellar, Uryasev (2000), Optimization of conditional value-at-risk, Journal of Risk 2",
    paragraph: "The portfolio whose worst periods, the share 1 - confidence of all, lose least on average.",
  },
}, conditionalValueAtRisk);
