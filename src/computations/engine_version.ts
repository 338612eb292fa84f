/** Version of the optimisation engine. Every result document contains it. */
export const ENGINE_VERSION = "0.1.0";
