import { UsageError } from "../optimize/arguments.ts";

/** Returns the values that `read` parses from arguments. Throws a UsageError in place of the error of the parser. */
export function parsedValues<Values>(read: () => Values): Values {
  try {
    return read();
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}
