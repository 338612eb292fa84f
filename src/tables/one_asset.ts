import { firstOf, type FoundColumns, type HeadedColumn } from "./headed_column.ts";
import { isComputed, isSureFigure, isWeakLevel, plainHeading } from "./heading.ts";
import type { LayoutOptions } from "./layout.ts";

/** Finds the adjusted close, or else the close, of a file with the fields of one asset. */
export function ofOneAsset(
  columns: readonly HeadedColumn[],
  { name, isNamedByFile = false }: LayoutOptions,
): FoundColumns | { readonly problem: string } | null {
  const named = columns.filter(({ name }) => name !== "");
  const isAlone = named.length === 1, hasOpen = named.some(({ name }) => /^open/i.test(name));
  const level = named.find(({ name, heading }) => heading === "level" && (isAlone || hasOpen || !isWeakLevel(name)));
  const adjusted = firstOf(named, "adjusted"), close = firstOf(named, "close") ?? level;
  const figures = named.filter(({ name, heading }) => heading === "figure" || (heading === null && isComputed(name)));
  const unknown = named.filter((column) => column.heading === null && !figures.includes(column));
  const value = adjusted ?? close;
  const sure = named.filter(({ name }) => isSureFigure(name));
  if (value === undefined) {
    const isTickers = sure.every(({ name }) => name === name.toUpperCase());
    if (unknown.length > 0 || sure.length < 2 || (sure.length === 2 && isTickers)) return null;
    return { problem: `Cannot find a close among ${sure.map((one) => `"${one.name}"`).join(", ")}` };
  }
  if (isAlone && !isNamedByFile) return null;
  const fields = figures.length + (adjusted === undefined ? 0 : 1) + (close === undefined ? 0 : 1);
  // An open, high, low and close are those of one asset, however many indicators stand behind them.
  const isSureOne = ["open", "high", "low"].every((word) =>
    sure.some(({ name }) => plainHeading(name).startsWith(word))
  );
  if (!isAlone && (fields < 2 || (unknown.length > fields && !(isSureOne && close !== undefined)))) return null;
  const column = { name, at: value.at, closeAt: (close ?? value).at };
  const rawClose = adjusted === undefined && close !== undefined && !isAlone ? close.name : null;
  return {
    layout: { form: "one", columns: [column], areCloses: !isAlone, rawClose },
    left: columns.filter((one) => one !== value),
  };
}
