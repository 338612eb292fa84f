import { percent } from "../../format/percent.ts";
import { ratio } from "../../format/ratio.ts";
import type { DescribedFamily } from "./catalogue.ts";

/** Unit of the limits of a family of rules. */
export type LimitUnit = DescribedFamily["limits_in"];

/** Returns the unit of the limits of a family, as the service tells it. */
export function limitUnit(family: string, families: readonly DescribedFamily[]): LimitUnit {
  return families.find(({ id }) => id === family)?.limits_in ?? "number";
}

/** Writes a limit or a value of a rule: a fraction in percent, a number as it is; a dash for none. */
export function limitFigure(value: number | null, unit: LimitUnit): string {
  if (value === null) return "–";
  return unit === "fraction" ? percent(value) : ratio(value);
}
