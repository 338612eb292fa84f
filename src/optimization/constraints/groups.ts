import { z } from "zod";
import type { AssetId } from "../../domain/asset.ts";
import { boundedName, givenName } from "../../domain/bounded_name.ts";
import { type Fault, jsonPointer } from "../../domain/errors.ts";
import { firstPlaces } from "../../domain/first_places.ts";
import type { Doubt } from "../../domain/doubt.ts";
import { mapOfMore } from "../../doubts/kinds/map_of_more.ts";
import type { ConstraintFamily } from "./constraint_family.ts";
import type { AssetGroup, Problem } from "../problem.ts";
import { knownGroups } from "./known_groups.ts";
import { inOrder, limit, limitsOn, outOfOrder, within } from "./limits.ts";

const groupRule = z.strictObject({
  group: givenName.meta({ description: "Name of a group of the map" }),
  ...limitsOn("sum of the group's weights, a fraction of the portfolio"),
}).refine(inOrder, {
  error: ({ input }) => outOfOrder(input),
});

const name = givenName.optional().meta({ description: "Name of the classification, needed where there are several" });
const ownRules = z.array(groupRule).meta({ description: "Limits of single groups" });

const classification = z.preprocess(
  refuseTwoMaps,
  z.union([
    z.strictObject({
      name,
      map: z.record(boundedName, givenName).meta({
        description: "The group of each asset: {asset: group}. Assets that are not in the run are passed over and told",
      }),
      rules: ownRules,
    }),
    z.strictObject({
      name,
      map_id: z.string().meta({
        description:
          "Id of a saved classification map in place of `map`. Its present content counts, for the assets of the run",
      }),
      rules: ownRules,
    }).transform((saved) => ({ ...saved, map: NOT_READ })),
  ]),
);

/** Content of a saved map before it is read. */
const NOT_READ: Readonly<Record<string, string>> = {};

/** Largest number of assets outside the run that one warning names. A map may have ten thousand of them. */
const MOST_TOLD = 20;

const groupsRules = z.union([classification, z.array(classification).min(1)]);

export type GroupsRules = z.infer<typeof groupsRules>;
type Classification = z.infer<typeof classification>;

/** Limits on the sums of the weights of groups, in one or several classifications of the assets. */
export const groups: ConstraintFamily<GroupsRules> = {
  id: "groups",
  kind: "affine",
  limitsIn: "fraction",
  documentation: {
    title: "Groups",
    formula: "min_g ≤ Σ_{i in g} w_i ≤ max_g",
    reference: "Grinold, Kahn (2000), Active portfolio management, second edition, chapter 14",
    paragraph:
      "The smallest and the largest sum of the weights of a group, for example a sector or a country. Several " +
      "classifications are sent as a list, each with a name; a group is then called name/group. A saved " +
      "classification map can stand in place of one of the request: the run keeps the groups that it gives to its " +
      "assets. Assets of the map that are not in the run are passed over, and a doubt names them if the map is one of " +
      "the request.",
  },
  rules: groupsRules,
  priceFree: true,
  inConflict: "each",
  savedMaps(sent) {
    const several = Array.isArray(sent);
    return (several ? sent : [sent]).flatMap((one: unknown, i) => {
      const mapId = isFields(one) && Object.hasOwn(one, "map_id") ? one.map_id : undefined;
      return typeof mapId === "string" ? [{ pointer: jsonPointer(...several ? [i] : [], "map_id"), mapId }] : [];
    });
  },
  withSavedMaps(rules, mapOf) {
    return Array.isArray(rules) ? rules.map((one) => withMap(one, mapOf)) : withMap(rules, mapOf);
  },
  check(rules, { assets }) {
    if (!Array.isArray(rules)) return faultsOf(rules, assets, []);
    const faults = rules.flatMap((one, i) => faultsOf(one, assets, [i]));
    const first = firstPlaces(rules.map(({ name }) => name));
    rules.forEach(({ name }, i) => {
      const pointer = jsonPointer(i, "name");
      if (name === undefined) {
        faults.push({ pointer, detail: "Cannot use a classification without a name in a list: name it" });
      } else if (first.get(name) !== i) {
        faults.push({ pointer, detail: `Cannot use the name "${name}" for two classifications` });
      }
    });
    return faults.length > 0 ? faults : faultsOfLikeNames(rules, assets);
  },
  doubts(rules, { assets, pointer }) {
    const several = Array.isArray(rules);
    return (several ? rules : [rules]).flatMap((one, i) =>
      doubtsOfMap(one, assets, `${pointer}${jsonPointer(...several ? [i] : [], "map")}`)
    );
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
  groups: groupsOf,
  sums: (rules, assets) => ({
    name: "groups",
    sums: groupsOf(rules, assets).map(({ name, members }) => ({ name, coefficients: members })),
  }),
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

/** Reports `map` beside `map_id` as the only fault, because it is unknown which of them the caller means. */
function refuseTwoMaps(value: unknown, context: z.core.$RefinementCtx): unknown {
  if (isFields(value) && Object.hasOwn(value, "map") && Object.hasOwn(value, "map_id")) {
    context.addIssue({
      code: "custom",
      path: ["map_id"],
      message: 'Cannot take "map_id" beside "map": send one of them',
    });
  }
  return value;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function withMap(one: Classification, mapOf: (mapId: string) => Classification["map"] | null): Classification {
  if (!("map_id" in one)) return one;
  const { map_id: mapId, rules, ...rest } = one, map = mapOf(mapId);
  return map === null ? one : { ...rest, map, rules };
}

function faultsOf(one: Classification, assets: readonly string[], at: readonly number[]): Fault[] {
  if ("map_id" in one) {
    const detail = `Cannot use the saved classification map "${one.map_id}" here: send "map"`;
    return [{ pointer: jsonPointer(...at, "map_id"), detail }];
  }
  const { map, rules } = one;
  const used = new Set(namesIn(map, assets)), ruled = new Set<string>();
  const why = used.size === 0
    ? "no asset of the run has a group"
    : `no asset of the run is in it; ${knownGroups([...used])}`;
  const faults: Fault[] = [];
  rules.forEach(({ group }, i) => {
    const pointer = jsonPointer(...at, "rules", i, "group");
    if (!used.has(group)) {
      faults.push({ pointer, detail: `Cannot find group "${group}" in the map: ${why}` });
    }
    if (ruled.has(group)) faults.push({ pointer, detail: `Cannot give group "${group}" two rules` });
    ruled.add(group);
  });
  return faults;
}

/** Returns the doubt about a map that classifies assets outside the run. */
function doubtsOfMap({ map }: Classification, assets: readonly string[], pointer: string): readonly Doubt[] {
  const known = new Set(assets), passedOver = Object.keys(map).filter((asset) => !known.has(asset));
  return passedOver.length === 0 ? [] : [mapOfMore.about(passedOver.slice(0, MOST_TOLD), {
    pointer,
    passed_over: passedOver.length,
    kept: Object.keys(map).length - passedOver.length,
  })];
}

/** The names of the groups that a map assigns to assets of the run, without repetition, in the order of the map. */
function namesIn(map: Classification["map"], assets: readonly string[]): readonly string[] {
  const known = new Set(assets);
  return [...new Set(Object.entries(map).flatMap(([asset, group]) => known.has(asset) ? [group] : []))];
}

/** Returns the faults of classifications whose full group names coincide, as a name with a slash can cause. */
function faultsOfLikeNames(rules: readonly Classification[], assets: readonly string[]): Fault[] {
  const names = classificationsOf([...rules]).flatMap(({ name, map }, i) =>
    namesIn(map, assets).map((group) => ({ name, i, full: nameOf(group, name) }))
  );
  const first = firstPlaces(names.map(({ full }) => full));
  return names.flatMap(({ name, i, full }, place) =>
    first.get(full) === place ? [] : [{
      pointer: jsonPointer(i, "name"),
      detail: `Cannot use the name "${name}": a group of another classification is called "${full}" too, rename one`,
    }]
  );
}

interface NamedGroup {
  readonly group: string;
  /** 1 for each asset of the group, 0 for every other asset. */
  readonly members: Float64Array;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** Returns every group of the maps, with or without a rule. */
function groupsOf(rules: GroupsRules, assets: readonly AssetId[]): readonly AssetGroup[] {
  return classificationsOf(rules).flatMap(({ name, map }) =>
    [...membersOf([...namesIn(map, assets)].sort(), map, assets)]
      .map(([group, members]) => ({ name: nameOf(group, name), members }))
  );
}

/**
 * The full name of a group. In a list of classifications it is the name of the classification, a slash, and the group.
 */
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

/** The classifications as a list. A single one has the name null. */
function classificationsOf(
  rules: GroupsRules,
): readonly (Omit<Classification, "name"> & { readonly name: string | null | undefined })[] {
  return Array.isArray(rules) ? rules.map((one) => ({ ...one, name: one.name })) : [{ ...rules, name: null }];
}

/** Returns a vector for each of some groups: 1 for its assets, 0 for every other asset. */
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
