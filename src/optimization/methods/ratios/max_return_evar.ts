import type { z } from "zod";
import { entropicValueAtRisk } from "../../risk/entropic_value_at_risk.ts";
import type { Method } from "../method.ts";
import { ratioTo } from "./ratio_to.ts";

/** Maximises the expected excess return less costs, divided by the entropic value at risk, under the rules. */
export const maxReturnEvar: Method<z.output<typeof entropicValueAtRisk.parameters>> = ratioTo(
  {
    id: "max_return_evar",
    documentation: {
      title: "Maximum return to EVaR",
      formula: "maximise (m'w - rf) / EVaR(x)",
      reference: "Ahmadi-Javid, Fallah-Tafti (2019), Portfolio optimization with entropic value-at-risk, EJOR 279",
      paragraph:
        "The portfolio with the largest expected return over the risk-free rate per unit of the entropic value at " +
        "risk, the tightest bound that exponential moments put on the losses of the worst periods.",
    },
  },
  entropicValueAtRisk,
  { name: "return_to_entropic_value_at_risk" },
);
