import { main } from "../../scripts/optimize/main.ts";
import type { Computations } from "../../src/computations/mod.ts";
import { WorkerPool } from "../../src/jobs/worker_pool.ts";
import type { Environment, Outcome } from "./optimize_process.ts";

/** The worker that computes every run of a module graph: to load its code takes longer than most runs. */
const pool = new WorkerPool<Computations>({ workers: 1 });
let last: Promise<unknown> = Promise.resolve();

// The worker goes on between tests.
Deno.test.sanitizer({ ops: false, resources: false });
Deno.test.afterAll(() => pool.close());

/**
 * Runs the command of `deno task optimize` in the process of the test, and returns its exit code and output as
 * `runOptimize` does. A test whose promise is about the process, its permissions or its signals starts one instead.
 * Calls that overlap run one after the other, because they share the standard streams and the environment.
 */
export function optimizeInProcess(
  args: readonly string[],
  stdin = "",
  environment: Environment = {},
): Promise<Outcome> {
  const run = last.then(() => runHere(args, stdin, environment));
  last = run.catch(() => undefined);
  return run;
}

async function runHere(args: readonly string[], stdin: string, environment: Environment): Promise<Outcome> {
  const restored = [
    replaceStream(Deno.stdin, { readable: new Blob([stdin]).stream() }),
    replaceEnvironment({ NO_COLOR: "1", ...environment }),
  ];
  const stdout = capture(Deno.stdout), stderr = capture(Deno.stderr);
  try {
    const code = await main(args, { pool });
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    for (const restore of [stdout.restore, stderr.restore, ...restored]) restore();
  }
}

interface Capture {
  /** Returns everything that was written to the stream. */
  text(): string;
  restore(): void;
}

/** Keeps what is written to a standard stream, which is no terminal meanwhile. */
function capture(stream: object): Capture {
  let text = "";
  const decoder = new TextDecoder();
  const restore = replaceStream(stream, {
    isTerminal: () => false,
    writeSync(bytes: Uint8Array): number {
      text += decoder.decode(bytes, { stream: true });
      return bytes.length;
    },
  });
  return { text: () => text, restore };
}

/** Gives a standard stream own properties that hide those of its class; returns the function that removes them. */
function replaceStream(stream: object, properties: Readonly<Record<string, unknown>>): () => void {
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(stream, name, { value, configurable: true });
  }
  return () => Object.keys(properties).forEach((name) => Reflect.deleteProperty(stream, name));
}

/** Sets environment variables; returns the function that restores their earlier values. */
function replaceEnvironment(environment: Environment): () => void {
  const before = Object.keys(environment).map((name) => [name, Deno.env.get(name)] as const);
  for (const [name, value] of Object.entries(environment)) Deno.env.set(name, value);
  return () => {
    for (const [name, value] of before) value === undefined ? Deno.env.delete(name) : Deno.env.set(name, value);
  };
}
