/** The version of what computes results, named in each of them. */
export const ENGINE_VERSION = "0.1.0";
