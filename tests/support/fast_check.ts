import fc from "fast-check";
import { problemCount } from "./tier.ts";

/**
 * Seed of fast-check for all property tests. The environment variable `PROPERTY_SEED` replaces it, to run other
 * examples or to repeat a failure.
 */
const FIXED_SEED = 20_260_101;

/** Number of examples of a property that names no other, which is that of fast-check in the full run. */
const EXAMPLES = problemCount(100, 25);

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  numRuns: EXAMPLES,
  seed: Number(Deno.env.get("PROPERTY_SEED") ?? FIXED_SEED),
});

export default fc;
