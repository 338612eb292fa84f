import type { components } from "../../../clients/typescript/mod.ts";
import { answered, api } from "../../api.ts";
import { loadable } from "../../loaded.ts";
import { parseInPieces } from "../run/parse_in_pieces.ts";

type Schemas = components["schemas"];
export type ComparedRun = Schemas["ComparedRun"];
export type ComparedMethod = Schemas["ComparedMethod"];

/** A comparison by its id. */
export const comparison = loadable((id: string, signal) =>
  answered(api.GET("/analytics/comparisons/{comparison_id}", { params: { path: { comparison_id: id } }, signal }))
);

/** Runs of a surface that the service sends at once. */
const PAGE_RUNS = 5;

/** The runs of a comparison in its order, with their weights, measures and curves, by `surfaceKey`. */
export const surface = loadable(async (key, signal): Promise<readonly ComparedRun[]> => {
  const { id, groups } = JSON.parse(key);
  const runs: ComparedRun[] = [];
  let cursor: string | null = null;
  do {
    const page = await readPage(id, { groups, cursor }, signal);
    runs.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return runs;
});

/** Returns the key of the surface of a comparison, with the saved list by whose groups weights are summed, if any. */
export function surfaceKey(id: string, groups: string | null): string {
  return JSON.stringify({ id, groups });
}

async function readPage(
  id: string,
  { groups, cursor }: { readonly groups: string | null; readonly cursor: string | null },
  signal: AbortSignal,
): Promise<Schemas["ComparisonSurface"]> {
  const query = {
    page_size: PAGE_RUNS,
    ...groups === null ? {} : { groups },
    ...cursor === null ? {} : { cursor },
  };
  const text = await answered(
    api.GET("/analytics/comparisons/{comparison_id}/surface", {
      params: { path: { comparison_id: id }, query },
      parseAs: "text",
      signal,
    }),
  );
  // The contract of the service gives the document this shape.
  return await parseInPieces(text) as Schemas["ComparisonSurface"];
}
