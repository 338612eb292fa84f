import { difference } from "./checks/difference.ts";
import { bounded, type Figure, figureOf } from "./figures.ts";
import type { Layout } from "./layout.ts";
import { lineContent, textOf } from "./line_content.ts";

/**
 * Layout of Groww's mutual fund statement, which has neither ISINs nor prices: the price of a unit is the current value
 * divided by the units.
 */
export const growwMutualFunds: Layout = {
  brokerage: "groww",
  product: "Groww",
  kind: "funds",
  header: ["scheme name", "amc", "units", "current value"],
  columns: [
    { word: "scheme name", form: "text", meaning: "name", isNeeded: true },
    { word: "amc", form: "text", meaning: "fund_house" },
    { word: "category", form: "text", meaning: null },
    { word: "sub-category", form: "text", meaning: null },
    { word: "folio no", form: "code", meaning: null },
    { word: "source", form: "text", meaning: null },
    { word: "units", form: "number", meaning: "quantity", isNeeded: true },
    { word: "invested value", form: "number", meaning: null },
    { word: "current value", form: "number", meaning: "value", isNeeded: true },
    { word: "returns", also: ["unrealised p&l", "unrealized p&l", "p&l"], form: "number", meaning: null },
    { word: "xirr", form: "percentage", meaning: null },
  ],
  checks: [difference("current value", "invested value", "returns")],
  title: /^holdings as on /i,
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
