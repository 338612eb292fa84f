import type { RunnerProcessOptions } from "./runner_process.ts";

const SCRIPT = new URL("./runner_process.ts", import.meta.url).href;

/** A process that runs the jobs of a store. */
export interface RunnerProcess extends AsyncDisposable {
  /** SIGKILL: it gives nothing back. */
  kill(): Promise<void>;
  /** Lets the time of a lease pass on its stopwatch. */
  passLease(): void;
}

/** Starts one. The lease is short where a process runs alone: nobody takes its jobs while it lives. */
export function startRunnerProcess(
  path: string,
  { atOnce = 1, leaseMs = 500, stopAt = null }: Partial<RunnerProcessOptions>,
): RunnerProcess {
  const options: RunnerProcessOptions = { atOnce, leaseMs, stopAt };
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--unstable-kv", "--allow-all", SCRIPT, path, JSON.stringify(options)],
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
  }).spawn();
  let isOver = false;
  child.status.then(() => isOver = true);
  const kill = async (): Promise<void> => {
    if (!isOver) child.kill("SIGKILL");
    await child.status;
  };
  return { kill, passLease: () => child.kill("SIGUSR2"), [Symbol.asyncDispose]: kill };
}
