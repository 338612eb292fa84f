import { argumentsOfTask } from "./task_arguments.ts";

const ROOT = new URL("../../", import.meta.url);

/** What the task left behind. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Settings of a process beside those of the tests. */
export type Environment = Readonly<Record<string, string>>;

/**
 * A running `deno task optimize`, the binary itself, so that signals reach it. Where `stdin` is null, the caller feeds
 * it.
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

/** Runs the task to its end. */
export async function runOptimize(
  args: readonly string[],
  stdin?: string,
  environment?: Environment,
): Promise<Outcome> {
  return await outcomeOf(startOptimize(args, stdin, environment));
}

/** What a started task leaves behind at its end. */
export async function outcomeOf(child: Deno.ChildProcess): Promise<Outcome> {
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** Resolves when the process has read the text, but for what a pipe holds. */
export async function feed(child: Deno.ChildProcess, text: string): Promise<void> {
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
}
