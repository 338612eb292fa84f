import { z } from "zod";
import type { AssetId } from "../../domain/asset.ts";
import { LONGEST_NAME } from "../../domain/bounded_name.ts";
import { type Fault, jsonPointer } from "../../domain/errors.ts";
import { firstPlaces } from "../../domain/first_places.ts";
import type { AssetGroup, HeldCount, Problem, RulesBeside } from "../problem.ts";
import type { ConstraintFamily } from "./constraint_family.ts";
import { knownGroups } from "./known_groups.ts";
import { inOrder, type Limits, outOfOrder, within } from "./limits.ts";

const count = z.int().nonnegative().optional();

/**
 * The name of a group by which a count refers to it. In a list of classifications that is the name of the
 * classification, a slash, and the group.
 */
const groupName = z.string().min(1).max(2 * LONGEST_NAME + 1);

const groupCount = z.strictObject({
  group: groupName.meta({ description: "Name of a group of the family groups" }),
  min: count.meta({ description: "The smallest number of assets of the group that are held" }),
  max: count.meta({ description: "The largest number of assets of the group that are held" }),
})
  .refine(inOrder, { error: ({ input }) => outOfOrder(input) });

const cardinalityRules = z.strictObject({
  min: count.meta({ description: "The smallest number of assets that are held" }),
  max: count.meta({ description: "The largest number of assets that are held" }),
  groups: z.array(groupCount).optional().meta({ description: "Limits on the numbers of assets of single groups" }),
})
  .refine(inOrder, { error: ({ input }) => outOfOrder(input) });

export type CardinalityRules = z.infer<typeof cardinalityRules>;

/** Limits on the number of held assets, among all assets and within groups. */
export const cardinality: ConstraintFamily<CardinalityRules> = {
  id: "cardinality",
  kind: "integers",
  limitsIn: "number",
  documentation: {
    title: "Cardinality",
    formula: "min ≤ number of i with w_i ≠ 0 ≤ max",
    reference:
      "Chang, Meade, Beasley, Sharaiha (2000), Heuristics for cardinality constrained portfolio optimisation, " +
      "Computers and Operations Research 27",
    paragraph:
      "The smallest and the largest number of assets that are held, among all assets and within single groups, which " +
      "the rules of groups must name. An asset is held when the size of its weight is at least min_position, or 1e-4 " +
      "without min_position; every other weight is exactly 0. With short selling every weight needs finite limits.",
  },
  rules: cardinalityRules,
  priceFree: true,
  inConflict: "each",
  check(rules, { assets, short, otherRules }) {
    // Another check reports a run without assets.
    const ofAssets = assets.length === 0 ? [] : faultsOfCounts(rules, assets.length, "assets");
    const faults = [...ofAssets, ...faultsOfGroups(rules, otherRules?.groups)];
    const open = short && otherRules !== undefined ? openWeight(assets, otherRules) : undefined;
    if (open === undefined) return faults;
    const detail = `Cannot count the assets held with short selling while the weight of ${open}`;
    return [{ pointer: "", detail }, ...faults];
  },
  pointerOf(rule, { groups = [] }) {
    const place = groups.findIndex(({ group }) => group === rule);
    return place < 0 ? "" : jsonPointer("groups", place);
  },
  describe: (rule) =>
    within(rule.rule === null ? "Number of assets held" : `Number of assets held of "${rule.rule}"`, rule),
  constrain() {
    // No rows: branch and bound chooses the held assets, and each choice keeps or breaks the rules.
  },
  integers: (rules, problem) => ({ leastSize: null, counts: countsOf(rules, problem) }),
  evaluate(weights, rules, problem) {
    return countsOf(rules, problem).map(({ rule, members, min, max }) => ({
      family: this.id,
      rule,
      value: weights.reduce((held, weight, i) => weight === 0 ? held : held + members[i], 0),
      min: min === 0 ? null : min,
      max: max === Infinity ? null : max,
    }));
  },
};

function countsOf({ min, max, groups = [] }: CardinalityRules, { assets, rules }: Problem): readonly HeldCount[] {
  const known = new Map(rules.flatMap((bound) => bound.groups(assets)).map(({ name, members }) => [name, members]));
  const all = { rule: null, members: new Float64Array(assets.length).fill(1), ...limitsOf({ min, max }) };
  const ofGroups = groups.map(({ group, ...limits }) => ({
    rule: group,
    members: known.get(group) ?? new Float64Array(assets.length),
    ...limitsOf(limits),
  }));
  return min === undefined && max === undefined ? ofGroups : [all, ...ofGroups];
}

function limitsOf({ min = 0, max = Infinity }: Limits): Pick<HeldCount, "min" | "max"> {
  return { min, max };
}

function faultsOfCounts(limits: Limits, most: number, what: string): readonly Fault[] {
  return (["min", "max"] as const).flatMap((name) => {
    const limit = limits[name] ?? 0;
    if (limit <= most) return [];
    return [{
      pointer: jsonPointer(name),
      detail: `Cannot hold ${limit} of ${most} ${what}: set ${name} to at most ${most}`,
    }];
  });
}

/** Returns the faults of counts within groups; none if the groups of the other rules are unknown. */
function faultsOfGroups({ groups = [] }: CardinalityRules, named: readonly AssetGroup[] | undefined): readonly Fault[] {
  if (named === undefined) return [];
  const known = new Map(named.map(({ name, members }) => [name, members]));
  const first = firstPlaces(groups.map(({ group }) => group));
  return groups.flatMap(({ group, ...limits }, i) => {
    const members = known.get(group), pointer = jsonPointer("groups", i, "group");
    if (members === undefined) {
      const why = known.size === 0 ? "send rules of groups that name it" : knownGroups([...known.keys()]);
      return [{ pointer, detail: `Cannot find group "${group}": ${why}` }];
    }
    if (first.get(group) !== i) return [{ pointer, detail: `Cannot count group "${group}" twice` }];
    const size = members.reduce((sum, member) => sum + member, 0);
    return faultsOfCounts(limits, size, `assets of group "${group}"`)
      .map((fault) => ({ ...fault, pointer: jsonPointer("groups", i) + fault.pointer }));
  });
}

/**
 * Describes the first asset without a finite lower or upper bound, and the rules that would set it; undefined if all
 * are bounded.
 */
function openWeight(assets: readonly AssetId[], { bounds: { lower, upper } }: RulesBeside): string | undefined {
  const i = assets.findIndex((_, i) => lower[i] === -Infinity || upper[i] === Infinity);
  if (i < 0) return undefined;
  if (upper[i] !== Infinity) {
    return `"${assets[i]}" has no least value: set min of weight_bounds, or short_max of exposure`;
  }
  if (lower[i] !== -Infinity) {
    return `"${assets[i]}" has no largest value: set max of weight_bounds, or long_max of exposure`;
  }
  return `"${assets[i]}" has no limits: set min and max of weight_bounds, or gross_max of exposure`;
}
