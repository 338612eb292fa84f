/** Rows of a table from the first value of an asset or benchmark to its last; `to` is not included. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** An asset, or the benchmark, whose history alone makes the common range of all shorter. */
export interface RangeCut {
  readonly name: string;
  /** Whether the asset starts after the others or ends before them. */
  readonly side: "starts_later" | "ends_earlier";
  /** First, or last, day with a value of the asset. */
  readonly date: string;
  /** Number of rows of the common range, and of the common range without this asset. */
  readonly rows: number;
  readonly rowsWithout: number;
}

/**
 * Returns the assets of which one alone decides where the common range of all begins or ends, with the range that
 * leaving it out would give. Several assets that decide together are not found: leaving one of them out gives nothing.
 */
export function rangeCuts(
  spans: readonly (RowRange & { readonly name: string })[],
  dates: readonly string[],
): readonly RangeCut[] {
  if (spans.length < 2) return [];
  const range = common(spans);
  return (["starts_later", "ends_earlier"] as const).flatMap((side): RangeCut[] => {
    const decides = spans.filter((span) => side === "starts_later" ? span.from === range.from : span.to === range.to);
    if (decides.length !== 1) return [];
    const [{ name, from, to }] = decides;
    const without = common(spans.filter((span) => span !== decides[0]));
    const rows = range.to - range.from, rowsWithout = Math.max(0, without.to - without.from);
    if (rowsWithout <= rows) return [];
    return [{ name, side, date: dates[side === "starts_later" ? from : to - 1], rows, rowsWithout }];
  });
}

function common(spans: readonly RowRange[]): RowRange {
  return {
    from: spans.reduce((latest, { from }) => Math.max(latest, from), 0),
    to: spans.reduce((earliest, { to }) => Math.min(earliest, to), Infinity),
  };
}
