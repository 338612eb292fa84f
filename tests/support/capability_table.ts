import { CONSTRAINT_FAMILIES, familiesOf } from "../../src/optimization/constraints/mod.ts";
import type { RuleKind } from "../../src/optimization/constraints/constraint_family.ts";
import { METHODS } from "../../src/optimization/methods/mod.ts";
import { requiredBy } from "./sent_methods.ts";

/**
 * The letter of each constraint family in the rows of `CAPABILITY`. A family without a letter belongs to every row that
 * has the letters of all families of its kind, so that a new family needs no letter.
 */
const LETTERS: Readonly<Record<string, string>> = {
  B: "weight_bounds",
  G: "groups",
  L: "linear",
  U: "budget",
  X: "exposure",
  T: "turnover",
  C: "transaction_costs",
  K: "tracking_error",
  R: "risk_limits",
  M: "min_return",
  F: "factor_exposure",
  N: "concentration",
  I: "cardinality",
  P: "min_position",
  O: "locked",
};

const ALL = "B G L U X T C K R M F N I P O";
const WITHOUT_INTEGERS = "B G L U X T C K R M F N O";
const LONG_ONLY = "B G L U T C K R M F N O";
/**
 * For each method, and for `mean_risk` by objective, the letters of the constraint families that it must enforce. A
 * method without a row must enforce either all families of a kind (such as costs) or none of them, so that a new method
 * needs no row.
 */
const CAPABILITY: Readonly<Record<string, string>> = {
  equal_weight: "",
  inverse_volatility: "",
  hold: "",
  min_volatility: ALL,
  efficient_return: ALL,
  min_semideviation: ALL,
  min_mad: ALL,
  min_gini: ALL,
  min_cvar: ALL,
  min_evar: ALL,
  min_worst_realization: ALL,
  min_average_drawdown: ALL,
  min_max_drawdown: ALL,
  min_cdar: ALL,
  min_edar: ALL,
  min_ulcer_index: ALL,
  min_tracking_error: ALL,
  max_decorrelation: ALL,
  max_return: ALL,
  max_quadratic_utility: ALL,
  efficient_risk: ALL,
  kelly: ALL,
  robust_mean_variance: ALL,
  dr_cvar: ALL,
  max_sharpe: WITHOUT_INTEGERS,
  max_sortino: WITHOUT_INTEGERS,
  max_omega: WITHOUT_INTEGERS,
  max_return_cvar: WITHOUT_INTEGERS,
  max_return_evar: WITHOUT_INTEGERS,
  max_calmar: WITHOUT_INTEGERS,
  max_return_cdar: WITHOUT_INTEGERS,
  max_martin: WITHOUT_INTEGERS,
  max_information_ratio: WITHOUT_INTEGERS,
  max_diversification: LONG_ONLY,
  risk_parity: LONG_ONLY,
  critical_line: "B G L U M F O",
  hrp: "B",
  herc: "B",
  schur: "B",
  nco: "B G",
  mean_risk: ALL,
  "mean_risk max_return": ALL,
  "mean_risk max_utility": ALL,
  "mean_risk max_ratio": WITHOUT_INTEGERS,
};

/**
 * Returns the constraint families that a method must enforce. The name is a method id, with the objective after it for
 * an objective of `mean_risk`, for example `mean_risk max_ratio`.
 */
export function familiesInTable(name: string): readonly string[] {
  const letters = CAPABILITY[name];
  return letters === undefined ? familiesOfKinds(name) : [...withLetters(letters), ...withoutLetters(letters)];
}

/** Names that `familiesInTable` takes: those of the rows of `CAPABILITY`, and the ids of all methods without a row. */
export const ROWS_IN_TABLE: readonly string[] = [
  ...Object.keys(CAPABILITY),
  ...METHODS.ids.filter((id) => CAPABILITY[id] === undefined),
];

function withLetters(letters: string): readonly string[] {
  return letters.split(" ").filter((letter) => letter !== "").map((letter) => LETTERS[letter]);
}

/**
 * Returns the constraint families without a letter that belong to a row: those for which the row has the letters of all
 * other families of the same kind.
 */
function withoutLetters(letters: string): readonly string[] {
  const named = new Set(Object.values(LETTERS)), row = new Set(withLetters(letters));
  return [...CONSTRAINT_FAMILIES].filter(({ id, kind }) => {
    const ofKind = [...familiesOf(kind)].filter((other) => named.has(other));
    return !named.has(id) && ofKind.every((other) => row.has(other));
  }).map(({ id }) => id);
}

/** Returns all constraint families of each kind of which the method enforces at least one family. */
function familiesOfKinds(id: string): readonly string[] {
  const method = METHODS.get(id);
  if (method === undefined) throw new Error(`Cannot find method "${id}"`);
  const enforced = method.enforces(method.parameters.parse(requiredBy(id)));
  const kinds = new Set<RuleKind>(
    [...CONSTRAINT_FAMILIES].filter(({ id }) => enforced.has(id)).map(({ kind }) => kind),
  );
  return [...familiesOf(...kinds)];
}
