import { type Method, needing } from "../method.ts";
import { ENFORCED } from "../enforced.ts";
import { computed } from "./computed.ts";
import { type NoParameters, noParameters } from "../../../domain/no_parameters.ts";

/** Returns the weight 1 / n for every asset. */
export const equalWeight: Method<NoParameters> = {
  id: "equal_weight",
  group: "naive",
  documentation: {
    title: "Equal weight",
    formula: "w_i = 1 / n",
    reference: "DeMiguel, Garlappi, Uppal (2009), Optimal versus naive diversification, Review of Financial Studies 22",
    paragraph: "The same weight in every asset: a baseline that needs no estimates.",
  },
  parameters: noParameters,
  needs: needing({ estimates: false }),
  enforces: () => ENFORCED.byFormulas,
  solve: ({ assets }) => computed(new Float64Array(assets.length).fill(1 / assets.length)),
};
