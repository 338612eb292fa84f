import { UsageError } from "../optimize/arguments.ts";
import { EXIT } from "../optimize/exit.ts";
import { complain } from "../print.ts";

/** Runs a command and returns its exit code. A wrong use of the command is told in one line. */
export async function exitCodeOf(command: () => Promise<number>): Promise<number> {
  try {
    return await command();
  } catch (error) {
    if (error instanceof UsageError) return complain(error.message, EXIT.refused);
    throw error;
  }
}
