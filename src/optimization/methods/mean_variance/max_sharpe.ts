import { type NoParameters, noParameters } from "../../../domain/no_parameters.ts";
import { volatility } from "../../risk/volatility.ts";
import { ENFORCED } from "../enforced.ts";
import { type Method, needing } from "../method.ts";
import { defineRatioMethod } from "../ratio_method.ts";

/** Maximises the expected excess return less costs, divided by the volatility, under the rules. */
export const maxSharpe: Method<NoParameters> = defineRatioMethod({
  id: "max_sharpe",
  group: "mean-variance",
  documentation: {
    title: "Maximum Sharpe ratio",
    formula: "maximise (m'w - rf) / sqrt(w'Sw)",
    reference:
      "Sharpe (1966), Mutual fund performance, Journal of Business 39; homogenised as in Cornuejols, Tütüncü (2007), Optimization methods in finance, 8.2",
    paragraph: "The portfolio whose expected excess return per unit of volatility is largest: the tangency portfolio.",
  },
  parameters: noParameters,
  needs: needing({ assets: 2, expectedReturns: true }),
  enforces: () => ENFORCED.byRatios,
}, {
  name: () => "sharpe_ratio",
  divisor: () => ({ measure: volatility, parameters: {} }),
});
