import type { NoParameters } from "../../../domain/no_parameters.ts";
import type { Method } from "../method.ts";
import { ulcerIndex } from "../../risk/ulcer_index.ts";
import { ratioTo } from "./ratio_to.ts";

/** Maximises the expected excess return less costs, divided by the ulcer index, under the rules. */
export const maxMartin: Method<NoParameters> = ratioTo(
  {
    id: "max_martin",
    documentation: {
      title: "Maximum Martin ratio",
      formula: "maximise (m'w - rf) / sqrt(Σ d_t² / T), d the drawdowns of the cumulative sum of returns",
      reference: "Martin, McCann (1989), The investor's guide to Fidelity funds: the ulcer performance index",
      paragraph:
        "The portfolio with the largest expected return over the risk-free rate per unit of the ulcer index, which " +
        "measures the depth and the length of drawdowns.",
    },
  },
  ulcerIndex,
  { name: "martin_ratio" },
);
