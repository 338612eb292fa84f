import { z } from "zod";
import { boundedName, givenName } from "../../domain/bounded_name.ts";
import { type Fault, jsonPointer } from "../../domain/errors.ts";
import { firstPlaces } from "../../domain/first_places.ts";
import type { ConstraintFamily } from "./constraint_family.ts";
import type { Problem } from "../problem.ts";
import { inOrder, limit, limits, outOfOrder, within } from "./limits.ts";

const groupRule = z.strictObject({ group: givenName, ...limits }).refine(inOrder, {
  error: ({ input }) => outOfOrder(input),
});

const SAVED_MAP = 'Cannot use "map_id": saved classification maps are not available yet, send "map"';

const classification = z.preprocess(
  refuseSavedMap,
  z.strictObject({
    name: givenName.optional(),
    map: z.record(boundedName, givenName).meta({ description: "The group of each asset: {asset: group}" }),
    rules: z.array(groupRule),
  }),
);

const groupsRules = z.union([classification, z.array(classification).min(1)]);

export type GroupsRules = z.infer<typeof groupsRules>;
type Classification = z.infer<typeof classification>;

/** Limits on the sum of the weights of groups of assets, by one classification or several. */
export const groups: ConstraintFamily<GroupsRules> = {
  id: "groups",
  kind: "affine",
  documentation: {
    title: "Groups",
    formula: "min_g ≤ Σ_{i in g} w_i ≤ max_g",
    reference: "Grinold, Kahn (2000), Active portfolio management, second edition, chapter 14",
    paragraph:
      "The smallest and the largest sum of the weights of a group, such as a sector or a country. Several classifications stand in a list, each with a name; a group is then called name/group.",
  },
  rules: groupsRules,
  priceFree: true,
  inConflict: "each",
  check(rules, { assets }) {
    if (!Array.isArray(rules)) return faultsOf(rules, assets, []);
    const faults = rules.flatMap((one, i) => faultsOf(one, assets, [i]));
    const first = firstPlaces(rules.map(({ name }) => name));
    rules.forEach(({ name }, i) => {
      const pointer = jsonPointer(i, "name");
      if (name === undefined) faults.push({ pointer, detail: "Name each classification of a list" });
      else if (first.get(name) !== i) {
        faults.push({ pointer, detail: `Cannot use the name "${name}" for two classifications` });
      }
    });
    return faults;
  },
  pointerOf(rule, rules) {
    const several = Array.isArray(rules);
    for (const [i, { name, rules: own }] of (several ? rules : [rules]).entries()) {
      const place = own.findIndex(({ group }) => nameOf(group, several ? name : null) === rule);
      if (place >= 0) return jsonPointer(...several ? [i] : [], "rules", place);
    }
    return "";
  },
  describe: (rule) => within(`"${rule.rule}"`, rule),
  groups: (rules, assets) =>
    classificationsOf(rules).flatMap(({ name, map }) =>
      [...membersOf([...new Set(Object.values(map))].sort(), map, assets)]
        .map(([group, members]) => ({ name: nameOf(group, name), members }))
    ),
  constrain(program, weights, rules, { problem, scale }) {
    for (const { group, members, min, max } of namedGroups(rules, problem)) {
      limit(program, weights.dot(members), { min, max }, { scale, family: this.id, rule: group });
    }
  },
  evaluate(weights, rules, problem) {
    return namedGroups(rules, problem).map(({ group, members, min, max }) => ({
      family: this.id,
      rule: group,
      value: weights.reduce((sum, weight, i) => sum + members[i] * weight, 0),
      min: min ?? null,
      max: max ?? null,
    }));
  },
};

/** The first fault of a classification that names a saved map, which has no store yet, is its only one. */
function refuseSavedMap(value: unknown, context: z.core.$RefinementCtx): unknown {
  if (typeof value === "object" && value !== null && Object.hasOwn(value, "map_id")) {
    context.addIssue({ code: "custom", path: ["map_id"], message: SAVED_MAP });
  }
  return value;
}

function faultsOf({ map, rules }: Classification, assets: readonly string[], at: readonly number[]): Fault[] {
  const known = new Set(assets), used = new Set(Object.values(map)), ruled = new Set<string>();
  const faults = Object.keys(map).filter((asset) => !known.has(asset)).map((asset) => ({
    pointer: jsonPointer(...at, "map", asset),
    detail: `Cannot classify "${asset}", which is not an asset of the run`,
  }));
  rules.forEach(({ group }, i) => {
    const pointer = jsonPointer(...at, "rules", i, "group");
    if (!used.has(group)) faults.push({ pointer, detail: `Cannot find group "${group}" in the map` });
    if (ruled.has(group)) faults.push({ pointer, detail: `Cannot give group "${group}" two rules` });
    ruled.add(group);
  });
  return faults;
}

interface NamedGroup {
  readonly group: string;
  /** 1 for the assets of the group. */
  readonly members: Float64Array;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** Of several classifications a group is called by the name of its own and a stroke. */
function nameOf(group: string, classification: string | null | undefined): string {
  return classification === null ? group : `${classification}/${group}`;
}

function namedGroups(rules: GroupsRules, { assets }: Problem): NamedGroup[] {
  return classificationsOf(rules).flatMap(({ name, map, rules }) => {
    const members = membersOf(rules.map(({ group }) => group), map, assets);
    return rules.map(({ group, min, max }) => ({
      group: nameOf(group, name),
      members: members.get(group) ?? new Float64Array(assets.length),
      min,
      max,
    }));
  });
}

/** The classifications, one that stands alone without a name. */
function classificationsOf(
  rules: GroupsRules,
): readonly (Omit<Classification, "name"> & { readonly name: string | null | undefined })[] {
  return Array.isArray(rules) ? rules.map((one) => ({ ...one, name: one.name })) : [{ ...rules, name: null }];
}

/** 1 for the assets of each of some groups. */
function membersOf(
  groups: readonly string[],
  map: Classification["map"],
  assets: readonly string[],
): ReadonlyMap<string, Float64Array> {
  const members = new Map(groups.map((group) => [group, new Float64Array(assets.length)]));
  assets.forEach((asset, i) => {
    const own = Object.hasOwn(map, asset) ? members.get(map[asset]) : undefined;
    if (own !== undefined) own[i] = 1;
  });
  return members;
}
