import type { Method } from "../method.ts";
import type { z } from "zod";
import { conditionalValueAtRisk } from "../../risk/conditional_value_at_risk.ts";
import { ratioTo } from "./ratio_to.ts";

/** Maximises the expected excess return less costs, divided by the conditional value at risk, under the rules. */
export const maxReturnCvar: Method<z.output<typeof conditionalValueAtRisk.parameters>> = ratioTo(
  {
    id: "max_return_cvar",
    documentation: {
      title: "Maximum return to CVaR",
      formula: "maximise (m'w - rf) / CVaR(x)",
      reference:
        "Martin, Rachev, Siboulet (2003), Phi-alpha optimal portfolios and extreme risk management, Wilmott 6: the stable tail adjusted return ratio",
      paragraph:
        "The portfolio with the largest expected return over the risk-free rate per unit of the mean loss of its " +
        "worst periods, the share 1 - confidence of all.",
    },
  },
  conditionalValueAtRisk,
  { name: "return_to_conditional_value_at_risk" },
);
