import type { z } from "zod";
import { entropicDrawdownAtRisk } from "../../risk/entropic_drawdown_at_risk.ts";
import type { Method } from "../method.ts";
import { minimiseRisk } from "./minimise_risk.ts";

/** Minimises the entropic value at risk of the drawdowns of the cumulative returns under the rules. */
export const minEdar: Method<z.output<typeof entropicDrawdownAtRisk.parameters>> = minimiseRisk({
  id: "min_edar",
  documentation: {
    title: "Minimum EDaR",
    formula:
      "minimise min_z z log(Σ exp(d / z) / ((1 - confidence) T)), d_t = max(0, c_1, …, c_t) - c_t, c the cumulative sum of x",
    reference: "Cajas (2021), Entropic portfolio optimization: a disciplined convex programming framework",
    paragraph:
      "The portfolio whose mean drawdown is least under the worst reweighting of the periods within an entropy bound.",
  },
}, entropicDrawdownAtRisk);
