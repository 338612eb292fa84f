import type { components } from "../../../clients/typescript/mod.ts";
import { answered, api } from "../../api.ts";
import { loadable, WORDS_AGAIN_MS } from "../../loaded.ts";

type Schemas = components["schemas"];
export type Catalogue = Schemas["MethodRequirementsCatalogue"];
export type DescribedFamily = Schemas["DescribedFamily"];

/** The methods, estimators and measures of the service, with their names and definitions. */
export const catalogue = loadable((_key, signal) => answered(api.GET("/methods/requirements", { signal })), {
  looksAgainMs: WORDS_AGAIN_MS,
});

/** The families of rules of the service, with their names and definitions. */
export const families = loadable((_key, signal) => answered(api.GET("/constraints/capability", { signal })), {
  looksAgainMs: WORDS_AGAIN_MS,
});
