import { orders } from "./orders/orders.ts";
import { PLAIN } from "./plain.ts";
import { tangents } from "./tangents/tangents.ts";
import type { Way } from "./way.ts";

/** All ways to solve a program, in the order in which they are tried. */
export const WAYS: readonly Way[] = [tangents, orders, ...PLAIN];
