import { DIRECT_FIRST, DIRECT_LAST } from "./direct.ts";
import { penalty } from "./prices/penalty.ts";
import { ratio } from "./prices/ratio.ts";
import type { Way } from "./way.ts";

/** Ways for programs without epigraphs, mean differences and ordered sums, in the order in which they are tried. */
export const PLAIN: readonly Way[] = [...DIRECT_FIRST, ratio, penalty, ...DIRECT_LAST];
