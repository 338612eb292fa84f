import { z } from "zod";
import { jsonPointer } from "../../domain/errors.ts";
import type { FaultList } from "../../faults/fault_list.ts";
import { isObject } from "../../faults/json_object.ts";
import { parseBySchema } from "../../faults/parse_by_schema.ts";
import { shown } from "../../faults/schema_faults.ts";
import { CONSTRAINT_FAMILIES } from "../../optimization/constraints/mod.ts";
import type { Part } from "./part.ts";

/**
 * Type of the parsed constraint rules of a request, by the id of their constraint family and in the order of the list
 * of families.
 */
export type Constraints = Readonly<Record<string, unknown>>;

/**
 * Type of the run's data that constraint families need to check their rules: its assets, and whether it has a history,
 * a benchmark and a starting portfolio.
 */
export type RuleSurroundings = Omit<CheckContext, "short" | "otherRules">;
type CheckContext = Parameters<NonNullable<ListedFamily["check"]>>[1];
type ListedFamily = NonNullable<ReturnType<typeof CONSTRAINT_FAMILIES.get>>;

interface ConstrainedRun extends RuleSurroundings {
  readonly constraints: Constraints;
  readonly methods: readonly { readonly constraints: Constraints | null }[];
}

/** Definition of the request field for the constraint rules of a run, and of methods that have rules of their own. */
export const constraintsPart = {
  schema: z.strictObject({
    constraints: z.record(z.string(), z.unknown()).default({}).meta({
      description: "Rules that the weights of every method keep, unless the method has its own",
    }),
  }),
  rules(_sent, run, faults) {
    checkConstraints(run.constraints, run, faults.within("/constraints"));
    run.methods.forEach(({ constraints }, i) => {
      if (constraints !== null) checkConstraints(constraints, run, faults.within(`/methods/${i}/constraints`));
    });
  },
  config: ({ constraints }) => ({ constraints }),
} satisfies Part<unknown, ConstrainedRun, { readonly constraints: Constraints }>;

/**
 * Parses the request field `constraints` and reports its faults. Returns null if it is no object. A family whose rules
 * have a fault gets null in place of them.
 */
export function readConstraints(body: unknown, faults: FaultList): Constraints | null {
  if (!isObject(body)) {
    faults.add(
      "",
      `Cannot take ${shown(body)} for "constraints": an object with a field for each family is needed`,
    );
    return null;
  }
  for (const id of Object.keys(body)) {
    if (!CONSTRAINT_FAMILIES.ids.includes(id)) {
      faults.add(
        jsonPointer(id),
        (suggest) => `Cannot find constraint family "${id}"${suggest(id, CONSTRAINT_FAMILIES.ids)}`,
      );
    }
  }
  const sent = RULES_BY_NAME.filter(([id]) => Object.hasOwn(body, id));
  return Object.fromEntries(
    sent.map(([id, named]) => [id, parseBySchema(named, { [id]: body[id] }, faults)?.[id] ?? null]),
  );
}

/**
 * Schema of each constraint family's rules, wrapped in an object with a field named after the family, so that faults
 * name the family.
 */
const RULES_BY_NAME = [...CONSTRAINT_FAMILIES].map(({ id, rules }) =>
  [id, z.object({ [id]: rules.optional() })] as const
);

/**
 * Checks constraint rules against the run, which no schema can: rules on assets or groups that do not exist, or a
 * missing starting portfolio.
 */
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

/**
 * Returns the asset groups and the combined weight bounds that all constraint families of a run set. A family may need
 * them to check its own rules.
 */
function rulesBeside(
  constraints: Constraints,
  run: Parameters<NonNullable<ListedFamily["weightLimits"]>>[1],
): NonNullable<CheckContext["otherRules"]> {
  const sent = [...CONSTRAINT_FAMILIES].filter(({ id }) => Object.hasOwn(constraints, id));
  const limits = sent.flatMap((family) => family.weightLimits?.(constraints[family.id], run) ?? []);
  const tightest = (name: "lower" | "upper", pick: (...sides: number[]) => number, open: number): Float64Array =>
    Float64Array.from(run.assets, (_, i) => pick(open, ...limits.map((one) => one[name][i] ?? open)));
  return {
    groups: sent.flatMap((family) => family.groups?.(constraints[family.id], run.assets) ?? []),
    bounds: {
      lower: tightest("lower", Math.max, run.short ? -Infinity : 0),
      upper: tightest("upper", Math.min, Infinity),
    },
  };
}

/** Whether the constraint rules allow negative weights. */
export function isShort(constraints: Constraints): boolean {
  return [...CONSTRAINT_FAMILIES].some(({ id, allowsShort }) =>
    Object.hasOwn(constraints, id) && allowsShort?.(constraints[id]) === true
  );
}

/**
 * Returns the ids of the constraint families in a request that a method does not enforce. `enforced` holds those that
 * it enforces.
 */
export function familiesBeyond(constraints: Constraints, enforced: ReadonlySet<string>): readonly string[] {
  return Object.keys(constraints).filter((id) => !enforced.has(id));
}
