import type { components } from "../../../clients/typescript/mod.ts";
import { answered, api } from "../../api.ts";
import { loadable } from "../../loaded.ts";
import type { Schema, Schemas } from "./schema.ts";

type All = components["schemas"];
export type DescribedMethod = All["MethodRequirements"];
export type DescribedFamily = All["DescribedFamily"];
export type Limits = All["MethodRequirementsCatalogue"]["submission"]["limits"];

/** All of which the forms of a run are made: methods, rules and the schema of the request, as the service has them. */
export interface Catalogue {
  readonly requirements: All["MethodRequirementsCatalogue"];
  readonly capability: All["ConstraintCapability"];
  readonly schemas: Schemas;
  /** Schema of the request of a run. */
  readonly submission: Schema;
}

/** The methods, rules and schemas of the service, which the form of a run is made of. */
export const catalogue = loadable(async (_key, signal): Promise<Catalogue> => {
  const [requirements, capability, document] = await Promise.all([
    answered(api.GET("/methods/requirements", { signal })),
    answered(api.GET("/constraints/capability", { signal })),
    answered(api.GET("/openapi.json", { signal })),
  ]);
  const { components } = document as unknown as { components: { schemas: Schemas } };
  return { requirements, capability, schemas: components.schemas, submission: components.schemas.Submission ?? {} };
});

/** Returns the schema of a method's entry in a request; null for one that the document does not have. */
export function schemaOfMethod(id: string, { schemas }: Catalogue): Schema | null {
  const { mapping } = (schemas.Method as { readonly discriminator?: { readonly mapping: Record<string, string> } })
    .discriminator ?? { mapping: {} };
  const reference = Object.hasOwn(mapping, id) ? mapping[id] : undefined;
  const schema = reference === undefined ? undefined : schemas[reference.slice(reference.lastIndexOf("/") + 1)];
  return schema ?? null;
}
