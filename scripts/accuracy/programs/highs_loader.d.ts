import type { Highs, InitOptions } from "highs";

export type { Highs, ModelData } from "highs";

/** The package types its module as CommonJS, whose default export would be an object; it is this function. */
export default function loadHighs(options?: InitOptions): Promise<Highs>;
