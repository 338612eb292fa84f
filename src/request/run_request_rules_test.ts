import { body, type RefusedBody, testOfRefusedBodies } from "../../tests/support/refused_bodies.ts";

/** Bodies whose rules are refused. */
const REFUSED: readonly RefusedBody[] = [
  ...[
    [{ weight_bounds: { max: 1e16 } }, "/weight_bounds/max"],
    [{ weight_bounds: { assets: { A: { min: -1e16 } } } }, "/weight_bounds/assets/A/min"],
    [{ budget: { min: 1e308 } }, "/budget/min"],
    [{ groups: { map: { A: "x" }, rules: [{ group: "x", max: 1e16 }] } }, "/groups/rules/0/max"],
    [{ linear: [{ name: "x", coefficients: { A: 1e308 }, max: 1 }] }, "/linear/0/coefficients/A"],
    [{ linear: [{ name: "x", coefficients: { A: 1 }, max: 1e308 }] }, "/linear/0/max"],
    [{ exposure: { gross_max: 1e16 } }, "/exposure/gross_max"],
    [{ turnover: { max: 1e16 } }, "/turnover/max"],
    [{ min_return: 1e16 }, "/min_return"],
  ].map(([constraints, pointer]) =>
    [
      `a number beyond the largest in a rule: ${pointer}`,
      body({ constraints, starting_portfolio: { A: 1 } }),
      `/constraints${pointer}`,
      /must be at (most|least) -?1000000/,
    ] as const
  ),
  [
    "an unknown constraint family",
    body({ constraints: { weight_bound: {} } }),
    "/constraints/weight_bound",
    /did you mean "weight_bounds"/,
  ],
  [
    "min above max",
    body({ constraints: { weight_bounds: { min: 0.5, max: 0.1 } } }),
    "/constraints/weight_bounds",
    /min/,
  ],
  [
    "an unknown asset in a bound",
    body({ constraints: { weight_bounds: { assets: { Z: { max: 1 } } } } }),
    "/constraints/weight_bounds/assets/Z",
    /"Z"/,
  ],
  [
    "a rule on a group of assets outside the run alone",
    body({ constraints: { groups: { map: { A: "x", Z: "y" }, rules: [{ group: "y", max: 1 }] } } }),
    "/constraints/groups/rules/0/group",
    /"y".* the groups are "x"$/,
  ],
  [
    "a rule on a group that no asset has",
    body({ constraints: { groups: { map: { A: "x" }, rules: [{ group: "y", max: 1 }] } } }),
    "/constraints/groups/rules/0/group",
    /"y"/,
  ],
  [
    "a saved map, where none is read",
    body({ constraints: { groups: { map_id: "map_1", rules: [] } } }),
    "/constraints/groups/map_id",
    /"map_1" here: send "map"/,
  ],
  [
    "a saved map in a list of classifications, where none is read",
    body({
      constraints: { groups: [{ name: "a", map: { A: "x" }, rules: [] }, { name: "b", map_id: "map_1", rules: [] }] },
    }),
    "/constraints/groups/1/map_id",
    /"map_1" here: send "map"/,
  ],
  [
    "a saved map beside a map",
    body({ constraints: { groups: { map: { A: "x" }, map_id: "map_1", rules: [] } } }),
    "/constraints/groups/map_id",
    /beside "map": send one of them/,
  ],
  [
    "an unknown field in a group rule",
    body({ constraints: { groups: { map: { A: "x" }, rules: [{ group: "x", maximum: 1 }] } } }),
    "/constraints/groups/rules/0/maximum",
    /"maximum"/,
  ],
  [
    "an unknown asset in a linear rule",
    body({ constraints: { linear: [{ name: "pair", coefficients: { Z: 1 }, max: 1 }] } }),
    "/constraints/linear/0/coefficients/Z",
    /"Z"/,
  ],
  [
    "a turnover limit without a starting portfolio",
    body({ constraints: { turnover: { max: 0.1 } } }),
    "/constraints/turnover",
    /starting_portfolio/,
  ],
  [
    "locked assets without a starting portfolio",
    body({ constraints: { locked: ["A"] } }),
    "/constraints/locked",
    /starting_portfolio/,
  ],
  [
    "a tracking error without a benchmark",
    body({ constraints: { tracking_error: { max: 0.05 } } }),
    "/constraints/tracking_error",
    /benchmark/,
  ],
  [
    "transaction costs without a starting portfolio",
    body({ methods: ["max_return"], constraints: { transaction_costs: { bps: 10 } } }),
    "/constraints/transaction_costs",
    /starting_portfolio/,
  ],
  [
    "a limit on an unknown measure",
    body({ constraints: { risk_limits: [{ measure: "beta", max: 1 }] } }),
    "/constraints/risk_limits/0/measure",
    /"beta"/,
  ],
  [
    "two limits on one risk measure",
    body({ constraints: { risk_limits: [{ measure: "mad", max: 1 }, { measure: "mad", max: 2 }] } }),
    "/constraints/risk_limits/1",
    /mad twice/,
  ],
  [
    "a limit on a factor that no asset has",
    body({ constraints: { factor_exposure: { loadings: { A: { value: 1 } }, rules: [{ factor: "size", max: 1 }] } } }),
    "/constraints/factor_exposure/rules/0/factor",
    /"size"/,
  ],
  [
    "an effective number of assets of 0",
    body({ constraints: { concentration: { min_effective_assets: 0 } } }),
    "/constraints/concentration/min_effective_assets",
    /above 0/,
  ],
];

testOfRefusedBodies(REFUSED);
