/** Text in the command of a task in `deno.json` that a shell replaces by the path of the Deno executable. */
export const RUNTIME = "$(deno eval -p 'Deno.execPath()')";
/** The variables that a command sets for its process, as a shell reads them. */
const VARIABLES = /^(\w+=\S* )*/;
const PROJECT = new URL("../../", import.meta.url);

/**
 * Returns the arguments that a task of `deno.json` gives to `deno run`. Tests start Deno with these arguments directly,
 * as a supervisor does, because a signal to `deno task` would not reach the process. The configuration is that of the
 * folder `source`.
 */
export function argumentsOfTask(name: string, source = PROJECT): readonly string[] {
  const command = commandOf(name, source).replace(VARIABLES, "").replaceAll(RUNTIME, Deno.execPath());
  return command.replaceAll(/['"]/g, "").split(" ").slice(2);
}

/** Returns the environment variables that a task of `deno.json` sets before its command. */
export function variablesOfTask(name: string, source = PROJECT): Readonly<Record<string, string>> {
  const [before = ""] = VARIABLES.exec(commandOf(name, source)) ?? [];
  return Object.fromEntries([...before.matchAll(/(\w+)=(\S*) /g)].map(([, name = "", value = ""]) => [name, value]));
}

function commandOf(name: string, source: URL): string {
  const { tasks } = JSON.parse(Deno.readTextFileSync(new URL("deno.json", source)));
  return tasks[name];
}

/** Test helper. Returns the flags of a task of deno.json, such as its permissions, without the script. */
export function flagsOfTask(name: string): readonly string[] {
  return argumentsOfTask(name).filter((argument) => argument.startsWith("--"));
}

/**
 * Returns the flags of a task of `deno.json`. In place of `--permission-set` it has one `--allow-…` flag for each
 * permission of the set.
 */
export function spelledOutFlagsOfTask(name: string): readonly string[] {
  const { permissions } = JSON.parse(Deno.readTextFileSync(new URL("deno.json", PROJECT)));
  return flagsOfTask(name).flatMap((flag) => {
    const set = /^--permission-set=(.*)$/.exec(flag)?.[1];
    if (set === undefined) return [flag];
    return Object.entries<readonly string[]>(permissions[set])
      .map(([permission, values]) => `--allow-${permission}=${values.join(",")}`);
  });
}
