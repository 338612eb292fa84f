import type { Highs, InitOptions } from "highs";

export type { Highs, ModelData } from "highs";

/** Loads HiGHS. The package's own types describe a CommonJS object, but the default export is this function. */
export default function loadHighs(options?: InitOptions): Promise<Highs>;
