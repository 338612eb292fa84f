import type { z } from "zod";
import { conditionalDrawdownAtRisk } from "../../risk/conditional_drawdown_at_risk.ts";
import type { Method } from "../method.ts";
import { minimiseRisk } from "./minimise_risk.ts";

/** Minimises the conditional value at risk of the drawdowns of the cumulative returns under the rules. */
export const minCdar: Method<z.output<typeof conditionalDrawdownAtRisk.parameters>> = minimiseRisk({
  id: "min_cdar",
  documentation: {
    title: "Minimum CDaR",
    formula:
      "minimise min_t t + Σ max(d - t, 0) / ((1 - confidence) T), d_t = max(0, c_1, …, c_t) - c_t, c the cumulative sum of x",
    reference: "Chekhlov, Uryasev, Zabarankin (2005), Drawdown measure in portfolio optimization, " +
      "International Journal of Theoretical and Applied Finance 8",
    paragraph:
      "The portfolio whose deepest drawdowns, the share 1 - confidence of all periods, are smallest on average.",
  },
}, conditionalDrawdownAtRisk);
