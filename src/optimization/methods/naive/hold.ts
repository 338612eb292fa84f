import { type Method, needing } from "../method.ts";
import { withoutWeights } from "../../weights/without_weights.ts";
import { computed } from "./computed.ts";
import { ENFORCED } from "../enforced.ts";
import { type NoParameters, noParameters } from "../../../domain/no_parameters.ts";

/** Returns the starting portfolio unchanged. */
export const hold: Method<NoParameters> = {
  id: "hold",
  group: "naive",
  documentation: {
    title: "Hold",
    formula: "w = w0",
    reference: "Perold, Sharpe (1988), Dynamic strategies for asset allocation, Financial Analysts Journal 44",
    paragraph:
      "The starting portfolio, unchanged: it shows the result of doing nothing. The rest up to a weight of 1 is " +
      "cash.",
  },
  parameters: noParameters,
  needs: needing({ estimates: false, startingPortfolio: true }),
  enforces: () => ENFORCED.byFormulas,
  solve: ({ startingWeights }) =>
    startingWeights === null
      ? withoutWeights("failed", "Cannot hold without a starting_portfolio")
      : computed(startingWeights.slice()),
};
