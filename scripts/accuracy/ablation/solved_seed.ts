/** What the solver answered for the random program of a seed. */
export interface SolvedSeed {
  readonly seed: number;
  readonly method: string;
  /** Verdict, or `thrown` with the reason. */
  readonly status: string;
  /** Value of the objective, or null without weights. */
  readonly value: number | null;
  /** Of the quickest of up to three runs. */
  readonly milliseconds: number;
  /** Parts of the solver that were asked on the way, where all of them stood. */
  readonly asked: readonly string[];
}
