/** Maps each letter of the capability table to the name of a constraint family. */
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
const WITHOUT_COSTS = "B G L U X T K R M F N I P O";
const WITHOUT_INTEGERS = "B G L U X T C K R M F N O";
const LONG_ONLY = "B G L U T K R M F N O";
/**
 * The capability table: for each method, the letters of the constraint families that it supports. `mean_risk` has a row
 * for some of its objectives.
 */
const CAPABILITY: Readonly<Record<string, string>> = {
  equal_weight: "",
  inverse_volatility: "",
  hold: "",
  min_volatility: WITHOUT_COSTS,
  efficient_return: WITHOUT_COSTS,
  min_semideviation: WITHOUT_COSTS,
  min_mad: WITHOUT_COSTS,
  min_gini: WITHOUT_COSTS,
  min_cvar: WITHOUT_COSTS,
  min_evar: WITHOUT_COSTS,
  min_worst_realization: WITHOUT_COSTS,
  min_average_drawdown: WITHOUT_COSTS,
  min_max_drawdown: WITHOUT_COSTS,
  min_cdar: WITHOUT_COSTS,
  min_edar: WITHOUT_COSTS,
  min_ulcer_index: WITHOUT_COSTS,
  min_tracking_error: WITHOUT_COSTS,
  max_decorrelation: WITHOUT_COSTS,
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
  nco: "",
  mean_risk: WITHOUT_COSTS,
  "mean_risk max_return": ALL,
  "mean_risk max_utility": ALL,
  "mean_risk max_ratio": WITHOUT_INTEGERS,
};

/**
 * Returns the constraint families that the capability table gives a method. An objective of mean_risk is named like
 * `mean_risk max_ratio`. Throws if the table has no such row.
 */
export function familiesInTable(name: string): readonly string[] {
  const letters = CAPABILITY[name];
  if (letters === undefined) throw new Error(`${name} has no line in the table of capabilities`);
  return letters.split(" ").filter((letter) => letter !== "").map((letter) => LETTERS[letter]);
}

/** Names of the rows of the capability table: methods, and objectives of mean_risk. */
export const ROWS_IN_TABLE: readonly string[] = Object.keys(CAPABILITY);
