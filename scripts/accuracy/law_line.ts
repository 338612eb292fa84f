import { z } from "zod";

/**
 * Log line of the laws command: a method, the seed of a random problem, and the message of the first law that the
 * method broke there, or null.
 */
export const LAW_LINE = z.strictObject({ method: z.string(), seed: z.number(), broken: z.string().nullable() });

export type LawLine = z.output<typeof LAW_LINE>;
