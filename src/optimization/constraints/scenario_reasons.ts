/** End of a sentence that says why scenarios are not enough: "it …", or "its measure …". */
export const UNORDERED = "needs returns in the order of their dates, and scenarios have none";

/** End of a sentence that says why scenarios with probabilities are refused. */
export const UNWEIGHED = 'cannot weigh scenarios: leave "probabilities" out, or send scenarios that are equally likely';

/** Returns why a run lacks the returns that a measure needs, as the end of a sentence; null if it has them. */
export function whyNotByScenarios(
  needs: { readonly dates: boolean; readonly equalRows: boolean },
  { isUnordered, isWeighted }: { readonly isUnordered: boolean; readonly isWeighted: boolean },
): string | null {
  if (needs.dates) return isUnordered ? UNORDERED : null;
  return needs.equalRows && isWeighted ? UNWEIGHED : null;
}
