import { METHODS } from "../../src/optimization/methods/mod.ts";
import { type Arguments, UsageError } from "./arguments.ts";

/**
 * Throws `UsageError` where the text of a `--method` is the id of a known method followed by more, for example
 * parameters.
 */
export function refuseParameters({ method = [] }: Pick<Arguments, "method">): void {
  for (const text of method) {
    const id = /^\s*([a-z_0-9]+)\s*[:=,(?{ ]/.exec(text)?.[1];
    if (id === undefined || METHODS.get(id) === undefined) continue;
    throw new UsageError(
      `Cannot read more than an id from --method "${text}": give a method with parameters in the file of --request, ` +
        `"methods": [{"method": "${id}", …}], or repeat --method for several`,
    );
  }
}
