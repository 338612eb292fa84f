import { z } from "zod";
import { LONGEST_NAME } from "./bounded_name.ts";

/** Type of several lists of numbers by name. In a worker the lists are typed arrays. */
export type NumberSeries = Readonly<Record<string, ArrayLike<number>>>;

/** Largest number of schema issues that are listed for one set of series. Further issues are only counted. */
const MOST_TOLD = 99;

type RawIssue = Readonly<Record<string, unknown>>;

/**
 * Returns the schema of lists of numbers by name, each number from `min` to `max`. A plain loop checks the numbers,
 * because a schema for each of a million numbers takes seconds.
 */
export function numberSeries({ min, max }: { readonly min: number; readonly max: number }): z.ZodType<NumberSeries> {
  const cell = z.number().min(min).max(max);
  return z.custom<NumberSeries>().register(z.globalRegistry, {
    type: "object",
    propertyNames: { type: "string", maxLength: LONGEST_NAME },
    additionalProperties: { type: "array", items: { type: "number", minimum: min, maximum: max } },
  }).check((context) => {
    const { value, issues }: { value: unknown; issues: unknown[] } = context;
    const found = issuesOf(value, cell, (number) => number >= min && number <= max);
    for (const issue of found.told) issues.push(issue);
    if (found.untold > 0) {
      issues.push({ code: "custom", path: [], input: value, message: `Cannot list ${found.untold} more faults` });
    }
  });
}

function issuesOf(
  value: unknown,
  cell: z.ZodType,
  fits: (number: number) => boolean,
): { told: readonly RawIssue[]; untold: number } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { told: issuesAt([], z.record(z.string(), z.unknown()), value), untold: 0 };
  }
  const told: RawIssue[] = [];
  let untold = 0;
  const refuse = (path: readonly (string | number)[], schema: z.ZodType, refused: unknown): void => {
    if (told.length < MOST_TOLD) told.push(...issuesAt(path, schema, refused));
    else untold++;
  };
  for (const [name, list] of Object.entries(value)) {
    if (!Array.isArray(list)) refuse([name], z.array(z.unknown()), list);
    else for (let i = 0; i < list.length; i++) if (!isNumber(list[i], fits)) refuse([name, i], cell, list[i]);
  }
  return { told, untold };
}

function isNumber(value: unknown, fits: (number: number) => boolean): boolean {
  return typeof value === "number" && fits(value);
}

function issuesAt(path: readonly (string | number)[], schema: z.ZodType, value: unknown): readonly RawIssue[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.map((issue) => ({ ...issue, path: [...path, ...issue.path], input: value }));
}
