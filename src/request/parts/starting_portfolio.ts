import { z } from "zod";
import { boundedName } from "../../domain/bounded_name.ts";
import { boundedNumber } from "../../domain/bounded_number.ts";
import type { Part } from "./part.ts";

/** The weights that a run starts from; without them it starts from cash. */
export const startingPortfolioPart = {
  schema: z.strictObject({ starting_portfolio: z.record(boundedName, boundedNumber).optional() }),
} satisfies Part<unknown, unknown, unknown>;
