import { type NoParameters, noParameters } from "../../../domain/no_parameters.ts";
import { trackingErrorOf } from "../../risk/active_risk.ts";
import { ENFORCED } from "../enforced.ts";
import { type Method, needing } from "../method.ts";
import { defineProgramMethod } from "../program_method.ts";
import { besideBenchmark, minimiseTrackingError } from "./beside_benchmark.ts";

/** The least tracking error that the rules allow. */
export const minTrackingError: Method<NoParameters> = defineProgramMethod({
  id: "min_tracking_error",
  group: "benchmark",
  documentation: {
    title: "Minimum tracking error",
    formula: "minimise sqrt((w - b)'S(w - b)) against weights b, std(x - b) (ddof 1) against a series",
    reference: "Roll (1992), A mean/variance analysis of tracking error, Journal of Portfolio Management 18",
    paragraph: "The portfolio within the rules that follows the benchmark most closely.",
  },
  parameters: noParameters,
  needs: needing({ assets: 2, observations: 2, benchmark: true }),
  enforces: () => ENFORCED.byRiskMinimisers,
}, {
  guesses: ["minimum_variance"],
  program: besideBenchmark,
  minimise(lowered, { problem }) {
    minimiseTrackingError(lowered, problem);
    return {
      name: "tracking_error",
      value: (found) => trackingErrorOf(found, problem),
      // The objective is half the square.
      slope: (value) => value > 0 ? 1 / value : 0,
    };
  },
});
