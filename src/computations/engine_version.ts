/** Version of the computing engine, which every result names. */
export const ENGINE_VERSION = "0.1.0";
