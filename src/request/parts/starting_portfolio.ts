import { z } from "zod";
import { boundedNumber } from "../../domain/bounded_number.ts";
import type { Part } from "./part.ts";

/** The weights that a run starts from; without them it starts from cash. */
export const startingPortfolioPart = {
  schema: z.strictObject({ starting_portfolio: z.record(z.string(), boundedNumber).optional() }),
} satisfies Part<unknown, unknown, unknown>;
