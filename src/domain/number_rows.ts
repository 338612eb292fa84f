import { z } from "zod";
import { boundedProduct, LARGEST_NUMBER } from "./bounded_number.ts";

/**
 * Schema of the rows of a covariance matrix. A plain loop checks the cells, because a schema for each of millions of
 * cells takes seconds.
 */
export const boundedProductRows = z.custom<readonly (readonly number[])[]>().register(z.globalRegistry, {
  type: "array",
  items: { type: "array", items: { type: "number", minimum: -(LARGEST_NUMBER ** 2), maximum: LARGEST_NUMBER ** 2 } },
}).check((context) => {
  const { value, issues }: { value: unknown; issues: unknown[] } = context;
  const found = issuesOf(value);
  for (const issue of found.told) issues.push(issue);
  if (found.untold > 0) {
    issues.push({ code: "custom", path: [], input: value, message: `Cannot list ${found.untold} more faults` });
  }
});

/** Largest number of schema issues that are listed for one matrix. Further issues are only counted. */
const MOST_TOLD = 99;

type RawIssue = Readonly<Record<string, unknown>>;

function issuesOf(rows: unknown): { told: readonly RawIssue[]; untold: number } {
  if (!Array.isArray(rows)) return { told: issuesAt([], z.array(z.unknown()), rows), untold: 0 };
  const told: RawIssue[] = [];
  let untold = 0;
  const refuse = (path: readonly number[], schema: z.ZodType, value: unknown): void => {
    if (told.length < MOST_TOLD) told.push(...issuesAt(path, schema, value));
    else untold++;
  };
  rows.forEach((row: unknown, i) => {
    if (!Array.isArray(row)) return refuse([i], z.array(z.unknown()), row);
    for (let j = 0; j < row.length; j++) if (!isBoundedProduct(row[j])) refuse([i, j], boundedProduct, row[j]);
  });
  return { told, untold };
}

function isBoundedProduct(cell: unknown): boolean {
  return typeof cell === "number" && Math.abs(cell) <= LARGEST_NUMBER ** 2;
}

function issuesAt(path: readonly number[], schema: z.ZodType, value: unknown): readonly RawIssue[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.map((issue) => ({ ...issue, path: [...path, ...issue.path], input: value }));
}
