import { parseArgs } from "node:util";
import { UsageError } from "../optimize/arguments.ts";

/** A part of the task: what it is called and what it does with its own arguments. */
export interface Command {
  readonly name: string;
  readonly usage: string;
  /** Answers the exit code. Throws `UsageError`. */
  run(args: readonly string[]): Promise<number>;
}

/** Options by their names, each with a text, as they were given. Throws `UsageError` for any other. */
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

/** A whole number from 1 on. Throws `UsageError`. */
export function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw new UsageError(`Cannot read --${name} "${text}": give a whole number from 1 on`);
}
