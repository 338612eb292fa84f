/** The version of the service, as `deno.json` has it. */
export const ENGINE_VERSION = "0.1.0";
