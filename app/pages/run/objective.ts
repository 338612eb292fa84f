import { LOCALES } from "../../format/locale.ts";
import { type Catalogue, plainName } from "./catalogue.ts";

/** What a method makes as small or as large as it can: its name, and how its value is written. */
export interface ObjectiveText {
  readonly name: string;
  readonly figure: "fraction" | "number";
}

/** Returns the name of an objective by its word, and whether its value is a fraction. */
export function objectiveText(word: string, catalogue: Catalogue | null): ObjectiveText {
  const measure = catalogue?.measures.find(({ id }) => id === word);
  return { name: measure?.name ?? plainName(word), figure: measure === undefined ? "number" : "fraction" };
}

/** Writes the value of an objective with the digits that a small change of it needs. */
export function objectiveFigure(value: number, as: ObjectiveText["figure"]): string {
  const format = { minimumSignificantDigits: 5, maximumSignificantDigits: 5 } as const;
  return new Intl.NumberFormat([...LOCALES], as === "fraction" ? { style: "percent", ...format } : format).format(
    value,
  );
}
