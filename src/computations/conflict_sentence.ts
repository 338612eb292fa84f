import type { Conflict, ConflictingRule, Relaxation } from "../domain/errors.ts";
import type { LocatedConflict } from "../optimization/conflict/find_conflict.ts";

/** Largest number of rules or changes that one sentence names. */
const NAMED_AT_MOST = 6;

/**
 * Returns the sentence that no weights meet all the rules, for an answer that lists the conflicting rules beside it.
 */
export function conflictHeadline({ rules }: Pick<Conflict, "rules">): string {
  const infeasible = "No weights meet all the rules";
  return rules.length > 0 ? infeasible : `${infeasible}: there are too many to find the ones that conflict, send fewer`;
}

/**
 * Returns one sentence that describes a conflict of constraint rules, further conflicts and how to resolve them, for a
 * place where no list of rules can stand beside it.
 */
export function conflictSentence({ conflict, others }: Pick<LocatedConflict, "conflict" | "others">): string {
  const { rules } = conflict, headline = conflictHeadline(conflict);
  if (rules.length === 0) return headline;
  const together = rules.length === 1 ? "" : " together";
  const beside = others.map((other) => `, nor can ${listed(other.map(ruleDemand), "and")}`).join("");
  const found = `${headline}: ${listed(rules.map(ruleDemand), "and")} cannot be met${together}${beside}`;
  return [found, ...waysOut(conflict)].join("; ");
}

/**
 * Returns the changes of limits that would resolve a conflict, as a list of one clause of a sentence; an empty list if
 * none is known.
 */
export function waysOut({ relaxation = [], jointRelaxation = [] }: Conflict): readonly string[] {
  const alone = relaxation.filter(({ to }) => to !== null);
  if (alone.length > 0) return [`one change alone would do: ${listed(alone.map(changeOf), "or")}`];
  if (jointRelaxation.length === 0) return [];
  return [`these changes together would do: ${listed(jointRelaxation.map(changeOf), "and")}`];
}

/** Returns a text that describes one change of a limit: the rule, the limit, and its old and new value. */
export function changeOf({ limit, from, to, ...rule }: Relaxation): string {
  return `${ruleName(rule)} ${limit} from ${from} to ${to}`;
}

/** Returns the name of a constraint rule for error sentences: its constraint family, and its own name if it has one. */
export function ruleName({ family, rule }: Pick<ConflictingRule, "family" | "rule">): string {
  return rule === null ? family : `${family} ${rule}`;
}

function ruleDemand(rule: ConflictingRule): string {
  return `${ruleName(rule)} (${rule.detail})`;
}

/**
 * Joins names with commas and a last "and" or "or". Only the first names are written out; the rest are given as a
 * count.
 */
export function listed(items: readonly string[], word: "and" | "or"): string {
  const named = items.length > NAMED_AT_MOST
    ? [...items.slice(0, NAMED_AT_MOST), `${items.length - NAMED_AT_MOST} more`]
    : items;
  const last = named.length - 1;
  return last === 0 ? named[0] : `${named.slice(0, last).join(", ")} ${word} ${named[last]}`;
}
