import { parseArgs } from "node:util";
import { UsageError } from "../optimize/arguments.ts";

/** One command of the accuracy task: its name, its usage text and its function. */
export interface Command {
  readonly name: string;
  readonly usage: string;
  /** Runs the command of the accuracy task and returns the exit code. Throws `UsageError` for wrong arguments. */
  run(args: readonly string[]): Promise<number>;
}

/**
 * Returns the options on the command line of an accuracy command, by name, as text. Throws `UsageError` for an unknown
 * option, an option without a value and an argument that is no option.
 */
export function readOptions<Name extends string>(
  args: readonly string[],
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" } as const]));
  try {
    const { values } = parseArgs({ args: [...args], options });
    const given: Partial<Record<Name, string>> = {};
    for (const name of names) {
      const value: unknown = values[name];
      if (typeof value === "string") given[name] = value;
    }
    return given;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message}; see --help`);
  }
}

/** Returns an option of an accuracy command as a whole number of at least 1. Throws `UsageError` for any other text. */
export function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw new UsageError(`Cannot read --${name} "${text}": give a whole number from 1 on`);
}
