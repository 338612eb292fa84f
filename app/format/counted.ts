import { count } from "./count.ts";
import { LOCALES } from "./locale.ts";

/** Writes how many there are of something, whose plural has an "s": "1 row", "2 rows", "12,345 rows". */
export function counted(number: number, one: string, locales: readonly string[] = LOCALES): string {
  return `${count(number, locales)} ${one}${number === 1 ? "" : "s"}`;
}
