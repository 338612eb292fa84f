import { z } from "zod";
import { jsonPointer } from "../../domain/errors.ts";
import type { FaultList } from "../../faults/fault_list.ts";
import { isObject } from "../../faults/json_object.ts";
import { parseBySchema } from "../../faults/parse_by_schema.ts";
import { shown } from "../../faults/schema_faults.ts";
import { CONSTRAINT_FAMILIES, CONSTRAINT_FAMILY_IDS } from "../../optimization/constraints/mod.ts";
import type { Part } from "./part.ts";

/**
 * The rules of each family as its schema parsed them, in the order of the list of families. Families that are not there
 * yet stand with what was sent.
 */
export type Constraints = Readonly<Record<string, unknown>>;

/** What submission knows about a request when families check their rules. */
export type RuleSurroundings = Omit<CheckContext, "short" | "otherRules">;
type CheckContext = Parameters<NonNullable<ListedFamily["check"]>>[1];
type ListedFamily = NonNullable<ReturnType<typeof CONSTRAINT_FAMILIES.get>>;

interface ConstrainedRun extends RuleSurroundings {
  readonly constraints: Constraints;
  readonly methods: readonly { readonly constraints: Constraints | null }[];
}

/** The rules of a run, and of the methods that have their own. */
export const constraintsPart = {
  schema: z.strictObject({ constraints: z.record(z.string(), z.unknown()).default({}) }),
  rules({ efficient_frontier: frontier }, run, faults) {
    if (frontier === undefined) refuseUnusedFamilies(run, faults);
    checkConstraints(run.constraints, run, faults.within("/constraints"));
    run.methods.forEach(({ constraints }, i) => {
      if (constraints !== null) checkConstraints(constraints, run, faults.within(`/methods/${i}/constraints`));
    });
  },
  config: ({ constraints }) => ({ constraints }),
} satisfies Part<
  { readonly efficient_frontier?: unknown },
  ConstrainedRun,
  { readonly constraints: Constraints }
>;

/** The constraints in a field, with their faults told; null where their shape is wrong. */
export function readConstraints(body: unknown, faults: FaultList): Constraints | null {
  if (!isObject(body)) {
    faults.add(
      "",
      `Cannot take ${shown(body)} for "constraints": an object with a field for each family is needed`,
    );
    return null;
  }
  for (const id of Object.keys(body)) {
    if (!CONSTRAINT_FAMILY_IDS.includes(id)) {
      faults.add(
        jsonPointer(id),
        (suggest) => `Cannot find constraint family "${id}"${suggest(id, CONSTRAINT_FAMILY_IDS)}`,
      );
    }
  }
  const sent = CONSTRAINT_FAMILY_IDS.filter((id) => Object.hasOwn(body, id));
  return Object.fromEntries(sent.map((id) => {
    const family = CONSTRAINT_FAMILIES.get(id);
    return [id, family === undefined ? body[id] : parseBySchema(family.rules, body[id], faults.within(`/${id}`))];
  }));
}

/** What no schema sees: rules on assets or groups that do not exist, a missing starting portfolio. */
export function checkConstraints(
  constraints: Constraints,
  surroundings: RuleSurroundings,
  faults: FaultList,
): void {
  const short = isShort(constraints);
  const context = {
    ...surroundings,
    short,
    otherRules: rulesBeside(constraints, { assets: surroundings.assets, short }),
  };
  for (const [id, rules] of Object.entries(constraints)) {
    faults.within(`/${id}`).addAll(CONSTRAINT_FAMILIES.get(id)?.check?.(rules, context) ?? []);
  }
}

/** What families may know of one another's rules. */
function rulesBeside(
  constraints: Constraints,
  run: Parameters<NonNullable<ListedFamily["weightLimits"]>>[1],
): NonNullable<CheckContext["otherRules"]> {
  const sent = [...CONSTRAINT_FAMILIES].filter(({ id }) => Object.hasOwn(constraints, id));
  const limits = sent.flatMap((family) => family.weightLimits?.(constraints[family.id], run) ?? []);
  const tightest = (name: "lower" | "upper", pick: (...sides: number[]) => number, open: number): Float64Array =>
    Float64Array.from(run.assets, (_, i) => pick(open, ...limits.map((one) => one[name][i])));
  return {
    groups: sent.flatMap((family) => family.groups?.(constraints[family.id], run.assets) ?? []),
    bounds: {
      lower: tightest("lower", Math.max, run.short ? -Infinity : 0),
      upper: tightest("upper", Math.min, Infinity),
    },
  };
}

/** Whether the rules allow weights below zero. */
export function isShort(constraints: Constraints): boolean {
  return [...CONSTRAINT_FAMILIES].some(({ id, allowsShort }) =>
    Object.hasOwn(constraints, id) && allowsShort?.(constraints[id]) === true
  );
}

/** The families given that are not in a set, or have no file yet. */
export function familiesBeyond(constraints: Constraints, enforced: ReadonlySet<string>): readonly string[] {
  return Object.keys(constraints).filter((id) => !enforced.has(id) || CONSTRAINT_FAMILIES.get(id) === undefined);
}

/** Where every method has constraints of its own, no method refuses the run's. */
function refuseUnusedFamilies({ methods, constraints }: ConstrainedRun, faults: FaultList): void {
  if (methods.some((choice) => choice.constraints === null)) return;
  for (const family of familiesBeyond(constraints, new Set(Object.keys(constraints)))) {
    faults.add(`/constraints/${family}`, `Cannot use constraint family "${family}": it is not available yet`);
  }
}
