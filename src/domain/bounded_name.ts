import { z } from "zod";

/** Of an asset, a group or a rule. */
export const LONGEST_NAME = 120;

/** A name that a request gives or refers to: as no name is longer, none that is longer can be found. */
export const boundedName = z.string().max(LONGEST_NAME);
