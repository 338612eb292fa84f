import { z } from "zod";
import { boundedName } from "../../domain/bounded_name.ts";
import { boundedNumber } from "../../domain/bounded_number.ts";
import type { Part } from "./part.ts";

/** Definition of the request field for the weights that a run starts from. Without them the run starts from cash. */
export const startingPortfolioPart = {
  schema: z.strictObject({
    starting_portfolio: z.record(boundedName, boundedNumber).optional().meta({
      description: "Weights that are held now, fractions of the portfolio: {asset: weight}; cash if absent",
    }),
  }),
} satisfies Part<unknown, unknown, unknown>;
