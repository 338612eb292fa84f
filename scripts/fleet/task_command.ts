const CONFIGURATION = new URL("../../deno.json", import.meta.url);
/** Text in the command of a task that a shell replaces by the path of the Deno executable. */
const RUNTIME = "$(deno eval -p 'Deno.execPath()')";

/** The variables that a command sets for its process, as a shell reads them. */
const VARIABLES = /^(\w+=\S* )*/;

/** The commands of `deno.json` that the processes of a fleet run. */
export type FleetTask = "start" | "work";

/**
 * Returns the arguments with which a supervisor starts the `deno` binary itself for a task of `deno.json`, so that
 * signals reach the process. `runtime` is the path of that binary, which the process may start.
 */
export function argumentsOfFleetTask(task: FleetTask, runtime: string, configuration: URL = CONFIGURATION): string[] {
  const command = commandOf(task, configuration).replace(VARIABLES, "");
  return command.replaceAll(RUNTIME, runtime).replaceAll(/['"]/g, "").split(" ").slice(1);
}

/** Returns the environment variables that a task of `deno.json` sets before its command. */
export function variablesOfFleetTask(
  task: FleetTask,
  configuration: URL = CONFIGURATION,
): Readonly<Record<string, string>> {
  const [before = ""] = VARIABLES.exec(commandOf(task, configuration)) ?? [];
  return Object.fromEntries([...before.matchAll(/(\w+)=(\S*) /g)].map(([, name = "", value = ""]) => [name, value]));
}

function commandOf(task: FleetTask, configuration: URL): string {
  const { tasks }: { readonly tasks: Readonly<Record<FleetTask, string>> } = JSON.parse(
    Deno.readTextFileSync(configuration),
  );
  return tasks[task];
}
