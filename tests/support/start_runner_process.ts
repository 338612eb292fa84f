import type { RunnerProcessOptions } from "./runner_process.ts";

const SCRIPT = new URL("./runner_process.ts", import.meta.url).href;

/** Job runner that a test starts in its own process. */
export interface RunnerProcess extends AsyncDisposable {
  /** Kills the process of the test's job runner by SIGKILL, so that it gives no job back. */
  kill(): Promise<void>;
  /** Advances the stopwatch of the test's job runner by the length of a lease. */
  passLease(): void;
}

/**
 * Test helper. Starts a job runner in its own process on the store at a path. The default lease of 500 ms is short,
 * which is safe while no other process takes its jobs.
 */
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
