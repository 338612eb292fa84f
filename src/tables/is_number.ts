import { MARK, WrittenNumber } from "./written_number.ts";

const written = new WrittenNumber();

/** Whether a cell writes a number. */
export function isNumber(cell: string): boolean {
  written.read(cell);
  written.clear();
  return written.mark !== MARK.none && written.mark !== MARK.missing;
}
