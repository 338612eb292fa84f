import { z } from "zod";

/** Half the power of a moment. */
export const order = z.int().min(2).meta({
  description: "Half the exponent of the deviations",
}).default(3);
