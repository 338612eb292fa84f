import type { Environment, Outcome } from "./optimize_process.ts";

/** Inputs of a command that a test runs in its own process: standard input and environment variables. */
export interface CommandInputs {
  /** Text that the command reads from standard input; empty if absent. */
  readonly stdin?: string;
  /** Environment variables that the command sees in addition to those of the test's process. */
  readonly environment?: Environment;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command of the project in the process of the test, as `deno task` would run it in a process of its own, and
 * returns its exit code and output. A test about processes, permissions or signals starts a process instead. Calls that
 * overlap run one after the other, because they share the standard streams and the environment.
 */
export function inProcess(command: () => Promise<number>, inputs: CommandInputs = {}): Promise<Outcome> {
  const run = last.then(() => runHere(command, inputs));
  last = run.catch(() => undefined);
  return run;
}

async function runHere(
  command: () => Promise<number>,
  { stdin = "", environment = {} }: CommandInputs,
): Promise<Outcome> {
  const restored = [
    replaceStream(Deno.stdin, { readable: new Blob([stdin]).stream() }),
    replaceEnvironment({ NO_COLOR: "1", ...environment }),
  ];
  const stdout = capture(Deno.stdout), stderr = capture(Deno.stderr);
  try {
    const code = await command();
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

/**
 * Keeps the text that is written to a standard stream instead of printing it. Until `restore` is called, the stream
 * says that it is no terminal.
 */
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

/**
 * Gives a standard stream properties of its own, which hide the equally named ones of its class. Returns a function
 * that removes them.
 */
function replaceStream(stream: object, properties: Readonly<Record<string, unknown>>): () => void {
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(stream, name, { value, configurable: true });
  }
  return () => Object.keys(properties).forEach((name) => Reflect.deleteProperty(stream, name));
}

/** Sets environment variables. Returns a function that restores their earlier values. */
function replaceEnvironment(environment: Environment): () => void {
  const before = Object.keys(environment).map((name) => [name, Deno.env.get(name)] as const);
  for (const [name, value] of Object.entries(environment)) Deno.env.set(name, value);
  return () => {
    for (const [name, value] of before) value === undefined ? Deno.env.delete(name) : Deno.env.set(name, value);
  };
}
