import fc from "fast-check";

/**
 * Seed of fast-check for all property tests. The environment variable `PROPERTY_SEED` replaces it, to run other
 * examples or to repeat a failure.
 */
const FIXED_SEED = 20_260_101;

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(Deno.env.get("PROPERTY_SEED") ?? FIXED_SEED) });

export default fc;
