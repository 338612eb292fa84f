import { writtenNumber, writtenNumbers } from "../../../format/written_number.ts";

/** An asset that a person has written, and what is held of it, where a number stands beside it. */
export interface WrittenAsset {
  readonly text: string;
  readonly amount: number | null;
}

/**
 * Returns the assets of a pasted list, each once: one a line or several apart by commas, semicolons, tabs or, where
 * they are tickers, blanks. A line of a name and a number is an asset with an amount.
 */
export function pastedAssets(text: string): readonly WrittenAsset[] {
  const lines = text.split(/\r?\n|\r/).map(cellsOf);
  // All amounts are written in one way, so that 1,500 is the same in each line.
  const amounts = writtenNumbers(lines.map((cells) => amountOf(cells) ?? ""));
  const found = new Map<string, WrittenAsset>();
  lines.forEach((cells, index) => {
    for (const asset of assetsOfLine(cells, amounts[index] ?? null)) {
      if (!found.has(asset.text)) found.set(asset.text, asset);
    }
  });
  return [...found.values()];
}

function cellsOf(line: string): readonly string[] {
  // A comma may be part of a number where cells are apart by something else.
  const mark = line.includes("\t") ? "\t" : line.includes(";") ? ";" : ",";
  return line.split(mark).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1")).filter((cell) => cell !== "");
}

/** Returns the amount that stands beside a name, as it is written; undefined for a line without one. */
function amountOf([first = "", ...others]: readonly string[]): string | undefined {
  return isNumber(first) ? undefined : others.find((cell) => writtenNumber(cell) !== null);
}

function assetsOfLine(cells: readonly string[], amount: number | null): readonly WrittenAsset[] {
  const [first = ""] = cells;
  if (amount !== null) return [{ text: first, amount }];
  return cells.flatMap((cell) => {
    const words = cell.split(/\s+/);
    const areTickers = words.length > 1 && words.every((word) => /^[A-Z0-9&.:-]+$/.test(word));
    return (areTickers ? words : [cell]).map((text) => ({ text, amount: null }));
  });
}

/** Whether a cell can only be an amount: codes of shares and funds are whole numbers, too, so those are not. */
function isNumber(cell: string): boolean {
  return writtenNumber(cell) !== null && !/^\d+$/.test(cell);
}

/** Returns the spellings of a written asset under which lists may have it: without `.NS`, `-EQ` and the like. */
export function spellingsOf(text: string): readonly string[] {
  const bare = text.replace(/-(EQ|BE)$/i, "");
  const [, symbol, place] = /^(.+)\.(NS|BO)$/i.exec(bare) ?? [];
  if (symbol === undefined) return bare === text ? [text] : [text, bare];
  return [`${place?.toUpperCase() === "BO" ? "BSE" : "NSE"}:${symbol}`, symbol, text];
}
