import { type Arguments, UsageError } from "./arguments.ts";

/**
 * Throws `UsageError` where the text of a `--method` is the id of a known method followed by more, for example
 * parameters.
 */
export async function refuseParameters({ method = [] }: Pick<Arguments, "method">): Promise<void> {
  for (const text of method) {
    const id = /^\s*([a-z_0-9]+)\s*[:=,(?{ ]/.exec(text)?.[1];
    if (id === undefined) continue;
    // The list of methods is loaded only here, because their code takes as long to load as a small run.
    const { METHODS } = await import("../../src/optimization/methods/mod.ts");
    if (METHODS.get(id) === undefined) continue;
    throw new UsageError(
      `Cannot read more than an id from --method "${text}": give a method with parameters in the file of --request, ` +
        `"methods": [{"method": "${id}", …}], or repeat --method for several`,
    );
  }
}
