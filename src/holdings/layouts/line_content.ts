import type { Figure } from "./figures.ts";
import type { LineCells, LineContent } from "./layout.ts";
import type { HoldingKind } from "../statement.ts";

/** Longest text kept from a cell of a brokerage statement, and longest text kept as an ISIN, in characters. */
const MOST_CHARACTERS = 120;
const MOST_OF_ISIN = 20;

/**
 * Returns the text of a statement cell, cut to `MOST_CHARACTERS`. Returns null where the cell is blank or `-`, or holds
 * neither text nor a number.
 */
export function textOf(cells: LineCells, column: string): string | null {
  const cell = cells(column);
  if (typeof cell === "number") return String(cell);
  if (typeof cell !== "string") return null;
  const text = cell.replace(/\s+/g, " ").trim();
  return text === "" || text === "-" ? null : text.slice(0, MOST_CHARACTERS).toWellFormed();
}

/**
 * Returns the text of a cell of ISINs in capitals and without blanks, cut to `MOST_OF_ISIN` characters; null where the
 * cell has no text (see `textOf`).
 */
export function isinOf(cells: LineCells, column = "isin"): string | null {
  return textOf(cells, column)?.replace(/\s+/g, "").toUpperCase().slice(0, MOST_OF_ISIN).toWellFormed() ?? null;
}

/** Names and figures of a line of a brokerage statement, as parsed from its cells. */
interface LineFigures {
  readonly kind: HoldingKind;
  readonly symbol?: string | null;
  readonly isin?: string | null;
  readonly name: string | null;
  readonly amc?: string | null;
  /**
   * Quantities in the columns of the statement line, which are added up; null for a cell without a value, which is
   * skipped.
   */
  readonly quantities: readonly (Figure | null)[];
  readonly price: Figure | null;
}

/**
 * Builds a statement line from its names and figures. Its `fault` is the first reason why the figures cannot be used,
 * for example a missing quantity or a negative price; null where there is none.
 */
export function lineContent(
  { quantities, price, name, symbol = null, isin = null, amc = null, kind }: LineFigures,
): LineContent {
  const owned = sumOf(quantities);
  const quantity = owned === null || "fault" in owned ? null : owned.value;
  return {
    kind,
    symbol,
    isin,
    amc,
    name: name ?? symbol ?? isin ?? "",
    quantity,
    price: price === null || "fault" in price ? null : price.value,
    fault: faultOf(owned, price),
  };
}

function sumOf(figures: readonly (Figure | null)[]): Figure | null {
  const told = figures.filter((figure) => figure !== null);
  const fault = told.find((figure) => "fault" in figure);
  if (fault !== undefined) return fault;
  if (told.length === 0) return null;
  return { value: told.reduce((sum, figure) => sum + ("value" in figure ? figure.value : 0), 0) };
}

function faultOf(quantity: Figure | null, price: Figure | null): string | null {
  if (quantity === null) return "it has no quantity";
  if ("fault" in quantity) return quantity.fault;
  if (quantity.value === 0) return "its quantity is 0";
  if (quantity.value < 0) return "its quantity is negative";
  if (price === null) return "it has no price";
  if ("fault" in price) return price.fault;
  if (price.value === 0) return "its price is 0";
  return price.value < 0 ? "its price is negative" : null;
}
