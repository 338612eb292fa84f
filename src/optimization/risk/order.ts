import { z } from "zod";

/** Request parameter: half the exponent of a moment. */
export const order = z.int().min(2).meta({
  description: "Half the exponent of the deviations",
}).default(3);
