import { doubtKind } from "../doubt_kind.ts";

/** Note that costs move no weights of a method, which weighs no expected return that they are taken from. */
export const unweighedCosts = doubtKind<{ pointer: string; methods: readonly string[]; family: string }>({
  id: "unweighed_costs",
  severity: "note",
  meaning: "Costs are sent beside a method that minimises risk alone, without a limit on them or on the return: they " +
    "move none of its weights.",
  detail: (_assets, { methods, family }) =>
    `${methods.join(", ")} ${methods.length === 1 ? "weighs" : "weigh"} no expected return, so that the costs of ` +
    `${family} move no weights there: set transaction_costs.max or min_return where they are meant to`,
});
