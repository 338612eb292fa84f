import { bounded, type Figure, figureOf } from "./figures.ts";
import type { Layout } from "./layout.ts";
import { lineContent, textOf } from "./line_content.ts";

/**
 * Layout of Groww's mutual fund statement, which has neither ISINs nor prices: the price of a unit is the current value
 * divided by the units.
 */
export const growwMutualFunds: Layout = {
  brokerage: "groww",
  kind: "funds",
  header: ["scheme name", "amc", "units", "current value"],
  lineOf(cells) {
    const units = figureOf(cells("units"), "number of units");
    return lineContent({
      kind: "fund",
      name: textOf(cells, "scheme name"),
      amc: textOf(cells, "amc"),
      quantities: [units],
      price: priceOf(figureOf(cells("current value"), "current value"), units),
    });
  },
};

function priceOf(value: Figure | null, units: Figure | null): Figure | null {
  if (value === null || "fault" in value) return value;
  if (units === null || "fault" in units || units.value === 0) return null;
  return bounded(value.value / units.value, "price");
}
