import type { LayoutColumn } from "./layout.ts";

/** Whether the cells of a column are figures. */
export function isFigure(form: LayoutColumn["form"]): boolean {
  return form === "number" || form === "percentage";
}
