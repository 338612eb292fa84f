import { z } from "zod";

/** Confidence level of a tail measure, strictly between 0 and 1. */
export const confidence = z.number().gt(0, { error: "Give a confidence between 0 and 1" })
  .lt(1, { error: "Give a confidence between 0 and 1" }).meta({
    description: "1 - confidence is the share of the worst periods that the measure is of",
  }).default(0.95);
