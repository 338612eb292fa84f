import type { NoParameters } from "../../../domain/no_parameters.ts";
import { ulcerIndex } from "../../risk/ulcer_index.ts";
import type { Method } from "../method.ts";
import { minimiseRisk } from "./minimise_risk.ts";

/** Minimises the root of the mean squared drawdown of the cumulative returns under the rules. */
export const minUlcerIndex: Method<NoParameters> = minimiseRisk({
  id: "min_ulcer_index",
  documentation: {
    title: "Minimum ulcer index",
    formula: "minimise sqrt(Σ d_t² / T), d_t = max(0, c_1, …, c_t) - c_t, c the cumulative sum of x",
    reference: "Martin, McCann (1989), The investor's guide to Fidelity funds",
    paragraph:
      "Like min_average_drawdown, but the uncompounded drawdowns count by their squares, so that deep drawdowns " +
      "count more.",
  },
}, ulcerIndex);
