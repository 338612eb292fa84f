import { z } from "zod";

/** Half the power of a moment. */
export const order = z.int({ error: "Give an order that is a whole number of at least 2" })
  .min(2, { error: "Give an order that is a whole number of at least 2" }).meta({
    description: "Half the power of the deviations",
  }).default(3);
