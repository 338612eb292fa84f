import type { z } from "zod";
import type { Method } from "../method.ts";
import { conditionalDrawdownAtRisk } from "../../risk/conditional_drawdown_at_risk.ts";
import { ratioTo } from "./ratio_to.ts";

/**
 * Maximises the expected excess return less costs, divided by the conditional value at risk of the drawdowns, under the
 * rules.
 */
export const maxReturnCdar: Method<z.output<typeof conditionalDrawdownAtRisk.parameters>> = ratioTo(
  {
    id: "max_return_cdar",
    documentation: {
      title: "Maximum return to CDaR",
      formula: "maximise (m'w - rf) / CDaR(x), drawdowns of the cumulative sum of returns",
      reference: "Chekhlov, Uryasev, Zabarankin (2005), Drawdown measure in portfolio optimization, IJTAF 8",
      paragraph:
        "The portfolio with the largest expected return over the risk-free rate per unit of the mean of its deepest " +
        "drawdowns, the share 1 - confidence of all.",
    },
  },
  conditionalDrawdownAtRisk,
  { name: "return_to_conditional_drawdown_at_risk" },
);
