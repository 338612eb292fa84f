import type { Doubt } from "../../domain/doubt.ts";
import type { Sheet } from "./sheet.ts";
import { titledSheet } from "./titled_sheet.ts";

/** Builds the sheet of doubts about data and numbers; null if there is none. */
export function doubtSheet(doubts: readonly Doubt[]): Sheet | null {
  return doubts.length === 0 ? null : titledSheet("Doubts", doubts, [
    ["Severity", ({ severity }) => severity],
    ["Code", ({ code }) => code],
    ["Assets", ({ assets }) => assets.join(", ")],
    ["Detail", ({ detail }) => detail],
  ]);
}
