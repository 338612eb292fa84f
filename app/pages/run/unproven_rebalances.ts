import type { BacktestSection } from "./jobs_of_run.ts";

type Method = BacktestSection["methods"][number];

/** A method that was without proven weights at some rebalances of a backtest. */
export interface UnprovenRebalances {
  readonly key: string;
  readonly count: number;
  readonly total: number;
  /** The first of them, whose detail says what the portfolio did. */
  readonly first: Method["rebalances"][number];
}

/**
 * Returns the methods of a backtest that were without proven weights at some rebalances. What such a method earned may
 * be what cash or older weights did.
 */
export function unprovenRebalances(
  methods: readonly Pick<Method, "key" | "rebalances">[],
): readonly UnprovenRebalances[] {
  return methods.flatMap(({ key, rebalances }) => {
    const unproven = rebalances.filter(({ status }) => status !== "optimal" && status !== "computed");
    const [first] = unproven;
    return first === undefined ? [] : [{ key, count: unproven.length, total: rebalances.length, first }];
  });
}
