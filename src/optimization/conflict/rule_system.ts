import { constrainByRules, rulesInForce } from "../program/constrain_by_rules.ts";
import type { BoundRules, HeldCount, LimitName, Problem, RuleLimits, RuleValue } from "../problem.ts";
import { Affine, type BoundLabel, type Program, type RowLabel } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import type { WeightProgram } from "../weights/weight_program.ts";
import { ruleKey } from "../solution.ts";

/** A rule of a system. */
export interface SystemRule {
  readonly family: BoundRules;
  readonly rule: string | null;
  /**
   * `sent` if the request sends it, `default` if the request sends nothing of its family, and `beside` for the default
   * limits of a family of which the request sends other limits.
   */
  readonly origin: "sent" | "default" | "beside";
}

/** Whether a rule counts towards the size of a conflict. */
export function isCounted({ family, origin }: SystemRule): boolean {
  return origin === "sent" && family.inConflict !== "uncounted";
}

/** A limit on single variables as requested: the general limit of a family, or the limit of one variable. */
export interface BoundPart {
  /** The key of the rule to which the limit belongs. */
  readonly key: string;
  readonly family: string;
  /** The name of the variable's own limit; `default` for the general one. */
  readonly name: string;
  readonly limits: RuleLimits;
  /** Whether it is a default limit of a family whose other limits were requested. */
  readonly isByDefault: boolean;
}

/** An integer rule: a least size of nonzero weights, or a limit on their count. */
export interface IntegerRule {
  /** The key of the rule to which it belongs: all rules of some families count as one. */
  readonly key: string;
  readonly family: string;
  readonly asked: { readonly leastSize: number } | { readonly count: HeldCount };
}

/** The rules of a problem as one program without an objective, with a map from its rows and bounds to rules. */
export interface RuleSystem {
  readonly problem: Problem;
  readonly program: Program;
  readonly rules: readonly SystemRule[];
  /** Index into `rules` by key. */
  readonly place: ReadonlyMap<string, number>;
  /** The key of each block's rule; null if it has none. */
  readonly blockKeys: readonly (string | null)[];
  /** The limits from which the bounds of each variable come; null if no rule bounds it. */
  readonly parts: Readonly<Record<LimitName, readonly (BoundPart | null)[]>>;
  /** The keys of the rules that bound variables. */
  readonly boundKeys: ReadonlySet<string>;
  /** The integer rules, which are not part of the program. */
  readonly integers: readonly IntegerRule[];
  readonly limits: ReadonlyMap<string, RuleLimits>;
  /** The key of the rule to which a value of a family belongs. */
  keyOf(label: Pick<RuleValue, "family" | "rule">): string;
}

/** Builds the rule system of a problem. Rows that `added` contributes belong to no rule and always hold. */
export function ruleSystem(problem: Problem, added: (lowered: WeightProgram) => void = () => undefined): RuleSystem {
  const builder = new ProgramBuilder();
  const weights = builder.variables(problem.assets.length), scale = Affine.constant(1);
  constrainByRules(builder, weights, { problem, scale, withoutBounds: true });
  added({ program: builder, weights, scale });
  const program = builder.build();
  const inForce = rulesInForce(problem);
  const values = inForce.flatMap((bound) => bound.evaluate(new Float64Array(weights.count), problem));
  const limits = new Map(values.map((value) => [ruleKey(value.family, value.rule), value]));
  const ruleOf = rulesBy(inForce, new Set(problem.rules));
  const ofBlocks = program.blocks.map(({ label }) => label && ruleOf(label));
  const ofRows = ofBlocks.filter((rule) => rule !== null);
  const bounds = program.boundLabels.filter((label) => limitsSome(program, label))
    .map((label) => ({ label, rule: ruleOf({ family: label.family, rule: null }) }));
  const byDefault = bounds.filter(({ label, rule }) => hasDefaultsBeside(label, rule)).map(({ rule }) =>
    defaultRuleOf(rule)
  );
  const ofIntegers = inForce.flatMap((family) => integersOf(family, problem));
  const rules = new Map<string, SystemRule>();
  const uncounted = ofRows.filter(({ family }) => family.inConflict === "uncounted");
  const whole = ofIntegers.map(({ rule, family }) => ruleOf({ family, rule }));
  for (const rule of [...uncounted, ...byDefault, ...bounds.map(({ rule }) => rule), ...ofRows, ...whole]) {
    rules.set(keyOf(rule), rule);
  }
  return {
    problem,
    program,
    rules: [...rules.values()],
    place: new Map([...rules.keys()].map((key, k) => [key, k])),
    blockKeys: ofBlocks.map((rule) => rule && keyOf(rule)),
    parts: partsOf(program, bounds, limits),
    boundKeys: new Set([...byDefault, ...bounds.map(({ rule }) => rule)].map(keyOf)),
    integers: ofIntegers.map(({ family, rule, asked }) => ({ key: keyOf(ruleOf({ family, rule })), family, asked })),
    limits,
    keyOf: (label) => keyOf(ruleOf(label)),
  };
}

/** The integer rules of a family, with their names. */
function integersOf(
  family: BoundRules,
  problem: Problem,
): readonly (Pick<IntegerRule, "family" | "asked"> & { readonly rule: string | null })[] {
  const { leastSize, counts } = family.integers(problem) ?? { leastSize: null, counts: [] };
  const sizes = leastSize === null ? [] : [{ family: family.id, rule: null, asked: { leastSize } }];
  return [...sizes, ...counts.map((count) => ({ family: family.id, rule: count.rule, asked: { count } }))];
}

/** Maps a label of rows to its rule. */
function rulesBy(
  inForce: readonly BoundRules[],
  given: ReadonlySet<BoundRules>,
): (label: Pick<RowLabel, "family" | "rule">) => SystemRule {
  const byId = new Map(inForce.map((family) => [family.id, family]));
  return ({ family: id, rule }) => {
    const family = byId.get(id);
    if (family === undefined) throw new Error(`Cannot find the rules of "${id}"`);
    return {
      family,
      rule: family.inConflict === "as_one" ? null : rule,
      origin: given.has(family) ? "sent" : "default",
    };
  };
}

/** The key of a rule, unique within a system. */
export function keyOf({ family, rule, origin }: SystemRule): string {
  return origin === "beside" ? ruleKey(BESIDE, family.id) : ruleKey(family.id, rule);
}

const BESIDE = "by default";

/**
 * The rule for the default limits of a family. It is separate from the requested rule because leaving that out does not
 * remove the defaults.
 */
function defaultRuleOf({ family, rule }: SystemRule): SystemRule {
  return { family, rule, origin: "beside" };
}

/** Whether a default limit of the family bounds a variable for which the request names no rule of the family. */
function hasDefaultsBeside({ count, rule: nameOf }: BoundLabel, { family, origin }: SystemRule): boolean {
  const names = origin === "sent" ? Array.from({ length: count }, (_, i) => nameOf(i)) : [];
  return LIMITS.filter((limit) => family.isByDefault(limit))
    .some((limit) => names.some((rule) => rule === null || family.isGeneral(rule, limit)));
}

const LIMITS: readonly LimitName[] = ["min", "max"];

function limitsSome({ lower, upper }: Program, { offset, count }: BoundLabel): boolean {
  const some = (limits: Float64Array): boolean => limits.subarray(offset, offset + count).some(Number.isFinite);
  return some(lower) || some(upper);
}

interface LabelledBounds {
  readonly label: BoundLabel;
  readonly rule: SystemRule;
}

function partsOf(
  { size }: Program,
  bounds: readonly LabelledBounds[],
  limits: ReadonlyMap<string, RuleLimits>,
): RuleSystem["parts"] {
  const none = (): (BoundPart | null)[] => Array<BoundPart | null>(size).fill(null);
  const parts = { min: none(), max: none() };
  for (const one of bounds) {
    const { label, rule: { family, origin } } = one, general = generalLimits(one, limits);
    const isByDefault = (name: LimitName): boolean => origin === "sent" && family.isByDefault(name);
    const sent = only(general, (name) => !isByDefault(name)), implied = only(general, isByDefault);
    for (const name of LIMITS) {
      const counted = { key: keyOf(one.rule), family: family.id, isByDefault: false };
      const common: BoundPart = isByDefault(name)
        ? { ...counted, key: keyOf(defaultRuleOf(one.rule)), name: "default", limits: implied, isByDefault: true }
        : { ...counted, name: "default", limits: sent };
      for (let i = 0; i < label.count; i++) {
        const rule = label.rule(i), own = limitsOf(family.id, rule, limits);
        if (own[name] === null) continue;
        parts[name][label.offset + i] = rule === null || family.isGeneral(rule, name)
          ? common
          : { ...counted, name: rule, limits: own };
      }
    }
  }
  return parts;
}

/** The limits with only the sides that the predicate selects. */
function only({ rule, min, max }: RuleLimits, isOf: (name: LimitName) => boolean): RuleLimits {
  return { rule, min: isOf("min") ? min : null, max: isOf("max") ? max : null };
}

/** Returns the limits that a family puts on all weights without a rule of their own. */
function generalLimits(
  { label, rule: { family } }: LabelledBounds,
  limits: ReadonlyMap<string, RuleLimits>,
): RuleLimits {
  const general = (name: LimitName): number | null => {
    for (let i = 0; i < label.count; i++) {
      const rule = label.rule(i);
      if (rule === null || family.isGeneral(rule, name)) return limitsOf(family.id, rule, limits)[name];
    }
    return null;
  };
  return { rule: null, min: general("min"), max: general("max") };
}

/** The limits of a rule; none if the rule is unknown. */
export function limitsOf(family: string, rule: string | null, limits: ReadonlyMap<string, RuleLimits>): RuleLimits {
  return limits.get(ruleKey(family, rule)) ?? { rule, min: null, max: null };
}
