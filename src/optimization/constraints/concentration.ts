import { z } from "zod";
import { boundedNumber } from "../../domain/bounded_number.ts";
import { secondOrder } from "../cones/second_order.ts";
import { Affine } from "../program/program.ts";
import { isLeftOut } from "../problem.ts";
import type { ConstraintFamily } from "./constraint_family.ts";
import { within } from "./limits.ts";

const concentrationRules = z.strictObject({
  min_effective_assets: boundedNumber.positive().meta({
    description: "The smallest effective number of assets: k equal weights have k, and uneven ones fewer",
  }),
});

export type ConcentrationRules = z.infer<typeof concentrationRules>;

/**
 * A lower limit N on the effective number of assets, (Σ w_i)² / Σ w_i² (Herfindahl), as the second-order cone ‖w‖ ≤ Σ
 * w_i / sqrt(N). At a budget of 1 the number is 1 / Σ w_i².
 */
export const concentration: ConstraintFamily<ConcentrationRules> = {
  id: "concentration",
  kind: "convex",
  limitsIn: "number",
  documentation: {
    title: "Concentration",
    formula: "(Σ w_i)² / Σ w_i² ≥ min_effective_assets",
    reference: "Woerheide, Persson (1993), An index of portfolio diversification, Financial Services Review 2",
    paragraph:
      "The smallest effective number of assets: the square of the sum of the weights divided by the sum of their " +
      "squares, which is 1 / sum of squares at a budget of 1. Equal weights of k assets have an effective number of " +
      "k.",
  },
  rules: concentrationRules,
  priceFree: true,
  inConflict: "each",
  isCostly: true,
  describe: (rule) => within("Effective number of assets", rule),
  constrain(program, weights, { min_effective_assets: least }, { problem }) {
    if (isLeftOut(problem, { family: this.id, rule: null })) return;
    const sum = weights.sum();
    const slackByLimit = Affine.stack([
      sum.times(-0.5 * least ** -1.5),
      Affine.constants(new Float64Array(problem.assets.length)),
    ]);
    const rows = Affine.stack([sum.times(1 / Math.sqrt(least)), weights.all()]);
    program.inCone(secondOrder, rows, { family: this.id, rule: null, slackByLimit });
  },
  evaluate(weights, { min_effective_assets: least }) {
    let sum = 0, squares = 0;
    for (const weight of weights) {
      sum += weight;
      squares += weight * weight;
    }
    const value = squares === 0 ? 0 : Math.max(sum, 0) ** 2 / squares;
    // The breach is that of the cone ‖w‖ ≤ Σ w_i / sqrt(N), in weights. Near N = 500 the effective number changes
    // 20,000 times as fast as ‖w‖.
    const missed = Math.sqrt(squares) - sum / Math.sqrt(least);
    return [{ family: this.id, rule: null, value, min: least, max: null, missed }];
  },
  slopes(weights, _rule, { min_effective_assets: least }) {
    const norm = Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0));
    return norm === 0 ? null : weights.map((weight) => weight / norm - 1 / Math.sqrt(least));
  },
};
