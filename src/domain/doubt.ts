/**
 * How sure a doubt is. `note` says what was done or taken for what; `check` says that something else may be meant;
 * `wrong` says that the data or the number can hardly be what the caller means.
 */
export type DoubtSeverity = "note" | "check" | "wrong";
export const DOUBT_SEVERITIES: readonly DoubtSeverity[] = ["wrong", "check", "note"];

/** Type of a value in the evidence of a doubt: what was seen, or what would be meant. */
export type Evidence = string | number | boolean | null | readonly (string | number)[];

/**
 * A doubt about the data or a number of a request: what was taken for what, and whether something else may be meant.
 * The data and the numbers themselves are never changed by it.
 */
export interface Doubt {
  /** Id of the kind of the doubt. It stays the same between versions. */
  readonly code: string;
  readonly severity: DoubtSeverity;
  /** Assets, or columns of a file, that the doubt is about; empty if it is about no single asset. */
  readonly assets: readonly string[];
  /** One sentence that says what was seen, how it was taken, and what to do where something else is meant. */
  readonly detail: string;
  /** Numbers and words on which the doubt rests. `pointer` is the place in the request body, where there is one. */
  readonly evidence: Readonly<Record<string, Evidence>>;
}

/**
 * Returns doubts with the most severe first. Doubts of the same severity keep their order, and equal doubts are given
 * once.
 */
export function inOrder(doubts: readonly Doubt[]): readonly Doubt[] {
  const seen = new Set<string>();
  const distinct = doubts.filter((doubt) => {
    const text = JSON.stringify(doubt);
    return !seen.has(text) && seen.add(text);
  });
  return DOUBT_SEVERITIES.flatMap((severity) => distinct.filter((doubt) => doubt.severity === severity));
}
