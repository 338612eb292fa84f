import { z } from "zod";
import type { Doubt } from "../../domain/doubt.ts";
import { jsonPointer } from "../../domain/errors.ts";
import { limitInPercent } from "../../doubts/kinds/limit_in_percent.ts";
import { limitNeverBinds } from "../../doubts/kinds/limit_never_binds.ts";
import { LEAST_PERCENT_OF_ALL, type PortfolioReach, reachOf } from "./portfolio_reach.ts";
import type { RequestFacts } from "./request_facts.ts";
import { type RuleSet, ruleSetsOf } from "./rule_sets.ts";

const limits = { min: z.number().optional(), max: z.number().optional() };
const classification = z.object({
  map: z.record(z.string(), z.string()),
  rules: z.array(z.object({ group: z.string(), ...limits })),
});
/** Shape of the rules that limit weights and sums of weights. The families' own schemas have accepted them already. */
const shape = z.object({
  weight_bounds: z.object({ ...limits, assets: z.record(z.string(), z.object(limits)).optional() }).optional(),
  groups: z.union([z.array(classification), classification]).optional(),
  linear: z.array(z.object({ coefficients: z.record(z.string(), z.number()), ...limits })).optional(),
  budget: z.object(limits).optional(),
  exposure: z.object({
    gross_max: z.number().optional(),
    long_max: z.number().optional(),
    short_max: z.number().optional(),
  }).optional(),
  turnover: z.object({ max: z.number() }).optional(),
  min_position: z.number().optional(),
  concentration: z.object({ min_effective_assets: z.number() }).optional(),
});
type Rules = z.output<typeof shape>;

/** Limit of a request, with what the other rules allow to be reached. */
interface SentLimit {
  readonly pointer: string;
  readonly limit: number;
  /** Farthest that the other rules let the limited number go, at least 0; infinite if it is open. */
  readonly reach: number;
  /** Smallest size that is read as percent. */
  readonly percentFrom: number;
  readonly assets: readonly string[];
}

/** Doubts limits on weights, groups, sums, exposures and trades that look like percent, or that can never bind. */
export function weightLimitDoubts({ request }: RequestFacts): readonly Doubt[] {
  return ruleSetsOf(request).flatMap((set) => {
    const rules = shape.safeParse(set.constraints).data;
    if (rules === undefined) return [];
    const surroundings = { ...set, rules, reach: reachOf(set.constraints), assets: request.assets };
    return [
      ...weightBounds(surroundings),
      ...groups(surroundings),
      ...linear(surroundings),
      ...budgetAndExposure(surroundings),
      ...turnover(surroundings, Object.values(request.starting_portfolio ?? {})),
      ...sizes(surroundings),
    ];
  });
}

interface Surroundings extends RuleSet {
  readonly rules: Rules;
  readonly reach: PortfolioReach;
  readonly assets: readonly string[];
}

interface Limits {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

function weightBounds({ rules: { weight_bounds: rules }, pointer, reach, assets }: Surroundings): readonly Doubt[] {
  if (rules === undefined) return [];
  const at = `${pointer}/weight_bounds`, own = Object.entries(rules.assets ?? {});
  return [
    ...doubted(ofWeights({ limits: [[rules, at, []]], reach })),
    ...doubted(ofWeights({
      limits: own.map(([asset, entry]) =>
        [entry, at + jsonPointer("assets", asset), assets.filter((one) => one === asset)] as const
      ),
      reach,
    })),
  ];
}

function groups({ rules: { groups: sent }, pointer, reach, assets }: Surroundings): readonly Doubt[] {
  if (sent === undefined) return [];
  const isList = Array.isArray(sent), list = isList ? sent : [sent];
  const limits = list.flatMap(({ map, rules }, i) =>
    rules.map((rule, k) =>
      [
        rule,
        `${pointer}/groups${isList ? `/${i}` : ""}/rules/${k}`,
        assets.filter((asset) => Object.hasOwn(map, asset) && map[asset] === rule.group),
      ] as const
    )
  );
  return doubted(ofWeights({ limits, reach }));
}

/** Sums of weights count as groups; of other sums only those are doubted that no allowed weights reach. */
function linear({ rules: { linear: sent = [] }, pointer, reach, assets }: Surroundings): readonly Doubt[] {
  const plain = sent.flatMap((rule, i) => isSumOfWeights(rule.coefficients) ? [[rule, i] as const] : []);
  const sums = ofWeights({
    limits: plain.map((
      [rule, i],
    ) => [
      rule,
      `${pointer}/linear/${i}`,
      Object.keys(rule.coefficients).filter((name) => rule.coefficients[name] !== 0),
    ]),
    reach,
  });
  const others = reach.short ? [] : sent.flatMap(({ coefficients, max }, i): SentLimit[] => {
    if (max === undefined || isSumOfWeights(coefficients)) return [];
    const largest = Math.max(
      0,
      ...assets.map((asset) => Object.hasOwn(coefficients, asset) ? coefficients[asset] ?? 0 : 0),
    );
    const place = `${pointer}/linear/${i}/max`;
    return [{ pointer: place, limit: max, reach: largest * reach.long, percentFrom: Infinity, assets: [] }];
  });
  return [...doubted(sums), ...doubted([others])];
}

/** Whether a rule limits a sum of weights, or a difference of such sums. */
function isSumOfWeights(coefficients: Readonly<Record<string, number>>): boolean {
  return Object.values(coefficients).every((one) => one === 0 || Math.abs(one) === 1);
}

/** Smallest size of a weight that is read as percent if short selling has no limit. */
const LEAST_PERCENT_IF_OPEN = 5;

/** Returns the upper limits on weights or sums of weights, the lower ones, and the lower ones of short weights. */
function ofWeights(
  { limits, reach }: {
    readonly limits: readonly (readonly [Limits, string, readonly string[]])[];
    readonly reach: PortfolioReach;
  },
): readonly (readonly SentLimit[])[] {
  const longFrom = percentFrom(reach.long), shortFrom = percentFrom(reach.shortest);
  const upper = limits.flatMap(([{ max }, at, assets]): SentLimit[] =>
    max === undefined || max < 0
      ? []
      : [{ pointer: `${at}/max`, limit: max, reach: reach.long, percentFrom: longFrom, assets }]
  );
  const lower = limits.flatMap(([{ min }, at, assets]): SentLimit[] => {
    if (min === undefined || min === 0) return [];
    const place = { pointer: `${at}/min`, limit: min, assets };
    // A lower limit above 0 always binds; one below 0 never does without short selling, which is no fault.
    if (min > 0) return [{ ...place, reach: Infinity, percentFrom: longFrom }];
    return reach.short ? [{ ...place, reach: reach.shortest, percentFrom: shortFrom }] : [];
  });
  return [upper, lower.filter(({ limit }) => limit > 0), lower.filter(({ limit }) => limit < 0)];
}

function percentFrom(reach: number): number {
  return Number.isFinite(reach) ? 2 * Math.max(reach, 1) : LEAST_PERCENT_IF_OPEN;
}

function budgetAndExposure({ rules: { budget = {}, exposure = {} }, pointer, reach }: Surroundings): readonly Doubt[] {
  const one = (place: string, limit: number | undefined, [most, from]: readonly [number, number]) =>
    limit === undefined
      ? []
      : doubted([[{ pointer: pointer + place, limit, reach: most, percentFrom: from, assets: [] }]]);
  const { gross_max: gross, long_max: long, short_max: sold } = exposure;
  const most = reach.short ? Infinity : reach.budget;
  return [
    ...one("/budget/max", budget.max, [Infinity, LEAST_PERCENT_OF_ALL]),
    ...one("/budget/min", budget.min, [Infinity, LEAST_PERCENT_OF_ALL]),
    ...one("/exposure/gross_max", gross, [most, LEAST_PERCENT_OF_ALL]),
    ...one("/exposure/long_max", long, [most, LEAST_PERCENT_OF_ALL]),
    ...one("/exposure/short_max", sold, [Infinity, LEAST_PERCENT_IF_OPEN]),
  ];
}

function turnover(
  { rules: { turnover: rule }, pointer, reach }: Surroundings,
  start: readonly number[],
): readonly Doubt[] {
  if (rule === undefined) return [];
  const gross = start.reduce((sum, weight) => sum + Math.abs(weight), 0);
  const held = gross >= LEAST_PERCENT_OF_ALL ? 1 : gross, most = (reach.long + reach.shortest + held) / 2;
  const sent = { pointer: `${pointer}/turnover/max`, limit: rule.max, reach: most, percentFrom: percentFrom(most) };
  return doubted([[{ ...sent, assets: [] }]]);
}

function sizes({ rules: { min_position: least, concentration }, pointer, reach }: Surroundings): readonly Doubt[] {
  const position = least === undefined ? [] : doubted([[{
    ...{ pointer: `${pointer}/min_position`, limit: least, reach: Infinity, assets: [] },
    percentFrom: Number.isFinite(reach.long) ? Math.max(reach.long, 1) : LEAST_PERCENT_IF_OPEN,
  }]]);
  const count = concentration?.min_effective_assets;
  if (count === undefined || count >= 1) return position;
  const facts = { pointer: `${pointer}/concentration/min_effective_assets`, limit: count, reach: 1, alike: 0 };
  return [...position, limitNeverBinds.about([], facts)];
}

/** Largest limit that is read as percent. Larger ones stand for no limit at all. */
const MOST_PERCENT = 100;

/** Doubts limits, those of a family and a side that are alike in one doubt. */
function doubted(sides: readonly (readonly SentLimit[])[]): readonly Doubt[] {
  return sides.flatMap((side) => {
    const inPercent = side.filter(isInPercent);
    const idle = side.filter((one) => !isInPercent(one) && isIdle(one));
    const percentDoubts = inPercent.slice(0, 1).map(({ pointer, limit }) =>
      limitInPercent.about(assetsOf(inPercent), {
        ...{ pointer, limit, meant: Number((limit / 100).toPrecision(12)) },
        alike: inPercent.length - 1,
      })
    );
    const idleDoubts = idle.slice(0, 1).map(({ pointer, limit, reach }) =>
      limitNeverBinds.about(assetsOf(idle), {
        pointer,
        limit,
        reach: Number(reach.toPrecision(12)),
        alike: idle.length - 1,
      })
    );
    return [...percentDoubts, ...idleDoubts];
  });
}

function isInPercent({ limit, percentFrom: from, reach }: SentLimit): boolean {
  const size = Math.abs(limit);
  return size >= from && size <= MOST_PERCENT * Math.max(1, Number.isFinite(reach) ? reach : 2);
}

function isIdle({ limit, reach }: SentLimit): boolean {
  // A lower limit of -1 is the usual way to allow short selling, as an upper one of 1 is of no limit.
  return limit !== -1 && Math.abs(limit) > reach * (1 + 1e-9);
}

function assetsOf(limits: readonly SentLimit[]): readonly string[] {
  return [...new Set(limits.flatMap(({ assets }) => assets))];
}
