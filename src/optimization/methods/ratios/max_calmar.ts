import type { NoParameters } from "../../../domain/no_parameters.ts";
import type { Method } from "../method.ts";
import { maxDrawdown } from "../../risk/max_drawdown.ts";
import { ratioTo } from "./ratio_to.ts";

/**
 * Maximises the expected excess return less costs, divided by the largest drawdown of the cumulative returns, under the
 * rules.
 */
export const maxCalmar: Method<NoParameters> = ratioTo(
  {
    id: "max_calmar",
    documentation: {
      title: "Maximum Calmar ratio",
      formula: "maximise (m'w - rf) / max d_t, d the drawdowns of the cumulative sum of returns",
      reference:
        "Young (1991), Calmar ratio: a smoother tool, Futures 20; drawdowns uncompounded as in Chekhlov, Uryasev, Zabarankin (2005), Drawdown measure in portfolio optimization, IJTAF 8",
      paragraph:
        "The portfolio with the largest expected return over the risk-free rate, per period, per unit of its maximum " +
        "drawdown.",
    },
  },
  maxDrawdown,
  { name: "calmar_ratio" },
);
