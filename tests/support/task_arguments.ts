/** What the shell of tasks puts the path of the runtime in the place of. */
export const RUNTIME = "$(deno eval -p 'Deno.execPath()')";
const CONFIGURATION = new URL("../../deno.json", import.meta.url);

/**
 * What a task gives to `deno run`: a supervisor starts the same without the task, which would not be the process that
 * it signals.
 */
export function argumentsOfTask(name: string): readonly string[] {
  const { tasks } = JSON.parse(Deno.readTextFileSync(CONFIGURATION));
  const command: string = tasks[name].replaceAll(RUNTIME, Deno.execPath());
  return command.replaceAll(/['"]/g, "").split(" ").slice(2);
}

/** Its permissions and other flags, without the script. */
export function flagsOfTask(name: string): readonly string[] {
  return argumentsOfTask(name).filter((argument) => argument.startsWith("--"));
}
