import type { Catalogue } from "../catalogue.ts";
import { resolved, type Schema, schemasOf } from "../schema.ts";
import type { HasLimit } from "./relaxed_rules.ts";

/** Returns what tells whether the rules of a family have a limit for all assets, by the schema of the request. */
export function limitsOf({ submission, schemas }: Pick<Catalogue, "submission" | "schemas">): HasLimit {
  const within = (schema: Schema | undefined, name: string): Schema | undefined =>
    schema === undefined ? undefined : new Map(schemasOf(resolved(schema, schemas))).get(name);
  return (family, limit) => within(within(within(submission, "constraints"), family), limit) !== undefined;
}
