import { z } from "zod";
import { METHODS as COMMITTED } from "../../src/optimization/methods/mod.ts";
import { type Registry, registry } from "../../src/domain/registry.ts";
import { ENFORCED } from "../../src/optimization/methods/enforced.ts";
import { type Method, needing } from "../../src/optimization/methods/method.ts";
import { computed } from "../../src/optimization/methods/naive/computed.ts";

export * from "../../src/optimization/methods/mod.ts";

const parameters = z.strictObject({
  power_of_volatility: z.number().min(0).max(4).default(1).meta({
    description: "How much a larger volatility counts: 0 gives equal weights",
  }),
});

/** A method that the committed list does not have. */
const added: Method<z.output<typeof parameters>> = {
  id: "added_by_a_test",
  group: "naive",
  documentation: {
    title: "Power of the volatility",
    formula: "w_i = s_i^-p / Σ_j s_j^-p",
    reference: "A test (2026), Methods with one more, this repository",
    paragraph: "Weights by a power of the volatility, which only a test has added to the list.",
  },
  parameters,
  needs: needing({}),
  enforces: () => ENFORCED.byFormulas,
  solve({ assets, covariance }, { power_of_volatility: power }) {
    const shares = Float64Array.from(assets, (_, i) => covariance.data[i * assets.length + i] ** (-power / 2));
    const sum = shares.reduce((total, share) => total + share, 0);
    return computed(shares.map((share) => share / sum));
  },
};

/**
 * List of methods with one more, which takes the place of `src/optimization/methods/mod.ts` in a process that a test
 * starts with `flagsWithOneMoreMethod`.
 */
export const METHODS: Registry<Method> = registry<Method>([...COMMITTED, added]);
