import { numberFormatter } from "../../format/formatters.ts";
import { LOCALES } from "../../format/locale.ts";
import type { Catalogue } from "./catalogue.ts";
import { metricText, named } from "./names.ts";

/** What a method makes as small or as large as it can: its name, and how its value is written. */
export interface ObjectiveText {
  readonly name: string;
  readonly figure: "fraction" | "number";
}

/** Returns the name of an objective by its word, and whether its value is a fraction. */
export function objectiveText(word: string, catalogue: Catalogue | null): ObjectiveText {
  const measure = catalogue?.measures.find(({ id, metric }) => metric === word || id === word);
  if (measure !== undefined) return { name: measure.name, figure: measure.squared ? "number" : "fraction" };
  const metric = metricText(word, catalogue);
  return metric.isKnown ? { name: metric.name, figure: metric.figure } : { name: named(word).name, figure: "number" };
}

/** Writes the value of an objective with the digits that a small change of it needs. */
export function objectiveFigure(value: number, as: ObjectiveText["figure"]): string {
  const format = { minimumSignificantDigits: 5, maximumSignificantDigits: 5 } as const;
  return numberFormatter(LOCALES, as === "fraction" ? { style: "percent", ...format } : format).format(
    value,
  );
}
