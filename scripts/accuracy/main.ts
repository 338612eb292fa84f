import { UsageError } from "../optimize/arguments.ts";
import { COMMANDS } from "./commands.ts";
import { EXIT, say } from "./say.ts";

/**
 * Runs the accuracy command that the arguments name, or the command of random programs where they name none. Returns
 * the exit code.
 */
export async function main([first, ...rest]: readonly string[]): Promise<number> {
  if (first === "--help" || first === "-h") return say(usage(), EXIT.met);
  const named = COMMANDS.find(({ name }) => name === first);
  const [byDefault] = COMMANDS;
  try {
    if (named !== undefined) return await named.run(rest);
    return await byDefault.run(first === undefined ? [] : [first, ...rest]);
  } catch (error) {
    if (error instanceof UsageError) return say(`${error.message}\n`, EXIT.refused);
    throw error;
  }
}

function usage(): string {
  return [
    "What is too long for the tests, in parts that go on where they were interrupted:",
    ...COMMANDS.map((command) => `  deno task accuracy ${command.usage}`),
    "Exit code 0: every promise is met, 1: one is not, 2: wrong use.",
  ].join("\n\n") + "\n";
}
