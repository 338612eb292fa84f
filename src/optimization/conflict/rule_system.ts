import { constrainByRules, rulesInForce } from "../program/constrain_by_rules.ts";
import type { BoundRules, HeldCount, LimitName, Problem, RuleLimits, RuleValue } from "../problem.ts";
import { Affine, type BoundLabel, type Program, type RowLabel } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import type { WeightProgram } from "../weights/weight_program.ts";
import { ruleKey } from "../solution.ts";

/** What counts as one rule in a conflict. */
export interface SystemRule {
  readonly family: BoundRules;
  readonly rule: string | null;
  readonly counts: boolean;
  /** False where it holds by default. */
  readonly isSent: boolean;
  /** Whether it is what holds by default beside what was sent of the family. */
  readonly isBeside: boolean;
}

/** A limit that bounds variables, as it was sent: the general one, or that of one of them. */
export interface BoundPart {
  /** The key of the rule that it counts as. */
  readonly key: string;
  readonly family: string;
  /** `default` for the general one. */
  readonly name: string;
  readonly limits: RuleLimits;
  /** Whether it holds beside what was sent. */
  readonly isByDefault: boolean;
}

/** A rule on which weights are 0: a least size of those that are not, or a count of them. */
export interface IntegerRule {
  /** The key of the rule that it counts as. */
  readonly key: string;
  readonly family: string;
  readonly asked: { readonly leastSize: number } | { readonly count: HeldCount };
}

/** The rules of a problem as one program without an objective, and what they count as where they conflict. */
export interface RuleSystem {
  readonly problem: Problem;
  readonly program: Program;
  readonly rules: readonly SystemRule[];
  /** Places in `rules` by key. */
  readonly place: ReadonlyMap<string, number>;
  /** The key of each block's rule; null where it has none. */
  readonly blockKeys: readonly (string | null)[];
  /** What bounds each variable below and above; null where no rule does. */
  readonly parts: Readonly<Record<LimitName, readonly (BoundPart | null)[]>>;
  /** The keys of the rules that bound variables. */
  readonly boundKeys: ReadonlySet<string>;
  /** The rules on which weights are 0, which are in no program. */
  readonly integers: readonly IntegerRule[];
  readonly limits: ReadonlyMap<string, RuleLimits>;
  /** The key of the rule that a value of a family counts as. */
  keyOf(label: Pick<RuleValue, "family" | "rule">): string;
}

/** The rules of a problem; what is `added` to them is no rule, and always holds. */
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
  const byDefault = bounds.filter(({ label, rule }) => besides(label, rule)).map(({ rule }) => beside(rule));
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

/** What a family asks of which weights are 0, by the names of its rules. */
function integersOf(
  family: BoundRules,
  problem: Problem,
): readonly (Pick<IntegerRule, "family" | "asked"> & { readonly rule: string | null })[] {
  const { leastSize, counts } = family.integers(problem) ?? { leastSize: null, counts: [] };
  const sizes = leastSize === null ? [] : [{ family: family.id, rule: null, asked: { leastSize } }];
  return [...sizes, ...counts.map((count) => ({ family: family.id, rule: count.rule, asked: { count } }))];
}

/** The rule that a label counts as. */
function rulesBy(
  inForce: readonly BoundRules[],
  given: ReadonlySet<BoundRules>,
): (label: Pick<RowLabel, "family" | "rule">) => SystemRule {
  const byId = new Map(inForce.map((family) => [family.id, family]));
  return ({ family: id, rule }) => {
    const family = byId.get(id);
    if (family === undefined) throw new Error(`Cannot find the rules of "${id}"`);
    const isSent = given.has(family);
    const counts = family.inConflict !== "uncounted" && isSent;
    return { family, rule: family.inConflict === "as_one" ? null : rule, counts, isSent, isBeside: false };
  };
}

/** The key of a rule. */
export function keyOf({ family, rule, isBeside }: SystemRule): string {
  return isBeside ? ruleKey(BESIDE, family.id) : ruleKey(family.id, rule);
}

const BESIDE = "by default";

/** What holds by default beside what was sent of a family: to leave the one out is not to leave out the other. */
function beside({ family, rule }: SystemRule): SystemRule {
  return { family, rule, counts: false, isSent: false, isBeside: true };
}

/** Whether some variable is bounded by what holds by default beside what was sent. */
function besides({ count, rule: nameOf }: BoundLabel, { family, isSent }: SystemRule): boolean {
  const names = isSent ? Array.from({ length: count }, (_, i) => nameOf(i)) : [];
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
    const { label, rule: { family, isSent } } = one, general = generalLimits(one, limits);
    const isByDefault = (name: LimitName): boolean => isSent && family.isByDefault(name);
    const sent = only(general, (name) => !isByDefault(name)), implied = only(general, isByDefault);
    for (const name of LIMITS) {
      const counted = { key: keyOf(one.rule), family: family.id, isByDefault: false };
      const common: BoundPart = isByDefault(name)
        ? { ...counted, key: keyOf(beside(one.rule)), name: "default", limits: implied, isByDefault: true }
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

/** Some of the limits. */
function only({ rule, min, max }: RuleLimits, isOf: (name: LimitName) => boolean): RuleLimits {
  return { rule, min: isOf("min") ? min : null, max: isOf("max") ? max : null };
}

/** The general limits, by those that variables have of them. */
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

/** The limits of a rule; none where it is not known. */
export function limitsOf(family: string, rule: string | null, limits: ReadonlyMap<string, RuleLimits>): RuleLimits {
  return limits.get(ruleKey(family, rule)) ?? { rule, min: null, max: null };
}
