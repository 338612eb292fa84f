import { z } from "zod";
import type { Matrix } from "../domain/matrix.ts";

const figures = z.record(z.string(), z.number());

/** As much of `result.json` as later jobs read. */
const outcomeSchema = z.object({
  data: z.object({ observations: z.int() }).nullable(),
  estimates: z.object({
    expected_returns: figures,
    covariance: z.object({ assets: z.array(z.string()), matrix: z.array(z.unknown()) }),
  }),
  methods: z.array(z.object({ key: z.string(), weights: figures.nullable() })),
});

/** What a run came to, for the jobs that stand on it. */
export interface RunOutcome {
  /** In the order of the matrix. */
  readonly assets: readonly string[];
  /** Returns of the history; 0 without one. */
  readonly observations: number;
  /** Of each method that has an answer, by its key, in the order of the assets. */
  readonly weights: ReadonlyMap<string, Float64Array>;
  /** The key of the first of them; null where there is none. */
  readonly firstKey: string | null;
  /** Per period, in the order of the assets. */
  estimates(): { readonly expectedReturns: Float64Array; readonly covariance: Matrix };
}

/** The outcome in a `result.json` that was parsed. */
export function runOutcome(result: unknown): RunOutcome {
  const { data, estimates, methods } = outcomeSchema.parse(result);
  const { assets, matrix } = estimates.covariance;
  const inOrder = (figures: Readonly<Record<string, number>>): Float64Array =>
    Float64Array.from(assets, (asset) => figures[asset]);
  const weights = new Map(
    methods.flatMap(({ key, weights }) => weights === null ? [] : [[key, inOrder(weights)] as const]),
  );
  const [firstKey = null] = weights.keys();
  return {
    assets,
    observations: data?.observations ?? 0,
    weights,
    firstKey,
    estimates: () => ({
      expectedReturns: inOrder(estimates.expected_returns),
      covariance: { rows: assets.length, columns: assets.length, data: Float64Array.from(matrix.flat(), Number) },
    }),
  };
}
