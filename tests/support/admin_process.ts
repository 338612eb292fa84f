import { fileURLToPath } from "node:url";
import { main } from "../../scripts/admin/main.ts";
import { inProcess } from "./command_in_process.ts";
import { flagsOfTask } from "./task_arguments.ts";

const SCRIPT = fileURLToPath(new URL("../../scripts/admin.ts", import.meta.url));

/** Exit code, standard output and standard error of one operator command that a test ran. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs `deno task admin` in its own process, with the flags of that task, and returns its exit code and output. */
export async function admin(args: readonly string[], environment: Record<string, string> = {}): Promise<Ran> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", ...flagsOfTask("admin"), SCRIPT, ...args],
    env: { ...environment, NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), error: decoder.decode(stderr) };
}

/** Runs an operator command as `admin` does, but in the process of the test by `inProcess`. */
export async function adminInProcess(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<Ran> {
  const { code, stdout, stderr } = await inProcess(() => main(args), { environment });
  return { code, out: stdout, error: stderr };
}

/** Calls `act` with a new temporary folder and removes the folder afterwards. */
export async function withFolder(act: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "admin-" });
  try {
    await act(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
