import fc from "fast-check";

/**
 * fast-check at the one seed of every property test; at that of the environment for a run of other examples, or of the
 * same ones once more.
 */
const FIXED_SEED = 20_260_101;

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(Deno.env.get("PROPERTY_SEED") ?? FIXED_SEED) });

export default fc;
