/** Returns what an estimator asks of the returns of a run: a history, an order of dates, rows that count alike. */
export function needsOfEstimator(
  { needsHistory, needsOrder = false, byWeights }: {
    readonly needsHistory: boolean;
    readonly needsOrder?: boolean;
    readonly byWeights?: unknown;
  },
): { readonly history: boolean; readonly dates: boolean; readonly equalRows: boolean } {
  return { history: needsHistory, dates: needsOrder, equalRows: needsHistory && byWeights === undefined };
}
