import { z } from "zod";

/** Of a method and the seed of a random problem, what breaks a law; null where none is broken. */
export const LAW_LINE = z.strictObject({ method: z.string(), seed: z.number(), broken: z.string().nullable() });

export type LawLine = z.output<typeof LAW_LINE>;
