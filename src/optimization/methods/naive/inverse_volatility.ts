import { type Method, needing } from "../method.ts";
import { withoutWeights } from "../../weights/without_weights.ts";
import { computed } from "./computed.ts";
import { ENFORCED } from "../enforced.ts";
import { type NoParameters, noParameters } from "../../../domain/no_parameters.ts";

/** Returns weights proportional to 1 / volatility that sum to 1. */
export const inverseVolatility: Method<NoParameters> = {
  id: "inverse_volatility",
  group: "naive",
  documentation: {
    title: "Inverse volatility",
    formula: "w_i = (1 / s_i) / Σ_j (1 / s_j), s_i the root of the i-th diagonal entry of the covariance",
    reference: "Leote de Carvalho, Lu, Moulin (2012), Demystifying equity risk-based strategies, JPM 38",
    paragraph: "The weights at which every asset has the same risk on its own; correlations are ignored.",
  },
  parameters: noParameters,
  needs: needing({}),
  enforces: () => ENFORCED.byFormulas,
  solve({ assets, covariance }) {
    const inverse = Float64Array.from(assets, (_, i) => 1 / Math.sqrt(covariance.data[i * assets.length + i]));
    const still = inverse.findIndex((entry) => !Number.isFinite(entry));
    if (still >= 0) return withoutWeights("failed", `Cannot weight "${assets[still]}" by its volatility, which is 0`);
    const sum = inverse.reduce((total, entry) => total + entry, 0);
    return computed(inverse.map((entry) => entry / sum));
  },
};
