import type { Doubt } from "../../domain/doubt.ts";
import { CONSTRAINT_FAMILIES } from "../../optimization/constraints/mod.ts";
import type { RequestFacts } from "./request_facts.ts";
import { ruleSetsOf } from "./rule_sets.ts";

/** Returns the doubts that the families of constraint rules raise themselves, such as about a map of more assets. */
export function familyDoubts({ request }: RequestFacts): readonly Doubt[] {
  return ruleSetsOf(request).flatMap(({ pointer, constraints }) =>
    [...CONSTRAINT_FAMILIES].flatMap(({ id, doubts }) =>
      doubts === undefined || !Object.hasOwn(constraints, id)
        ? []
        : doubts(constraints[id], { assets: request.assets, pointer: `${pointer}/${id}` })
    )
  );
}
