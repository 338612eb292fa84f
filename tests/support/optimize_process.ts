import { argumentsOfTask } from "./task_arguments.ts";

const ROOT = new URL("../../", import.meta.url);

/** Exit code and printed output of a finished `deno task optimize`. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Type of the environment variables that a test adds to those of its own process. */
export type Environment = Readonly<Record<string, string>>;

/**
 * Starts the command of `deno task optimize` directly, so that signals reach its process. A text in `stdin` becomes its
 * standard input; if `stdin` is null, the caller writes to standard input itself; if absent, standard input is empty.
 */
export function startOptimize(
  args: readonly string[],
  stdin?: string | null,
  environment?: Environment,
): Deno.ChildProcess {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-check",
      ...argumentsOfTask("optimize"),
      ...args,
    ],
    cwd: ROOT,
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
    env: { NO_COLOR: "1", ...environment },
  }).spawn();
  if (typeof stdin === "string") void feed(child, stdin);
  return child;
}

/** Test helper. Runs the command of `deno task optimize` until it ends. */
export async function runOptimize(
  args: readonly string[],
  stdin?: string,
  environment?: Environment,
): Promise<Outcome> {
  return await outcomeOf(startOptimize(args, stdin, environment));
}

/** Test helper. Waits for a started process to end and returns its exit code and output. */
export async function outcomeOf(child: Deno.ChildProcess): Promise<Outcome> {
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/**
 * Test helper. Writes a text to the standard input of a process and closes it. Resolves when the process has read all
 * but the part that the pipe buffers.
 */
export async function feed(child: Deno.ChildProcess, text: string): Promise<void> {
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
}
