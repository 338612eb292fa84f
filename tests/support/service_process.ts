import { argumentsOfTask, variablesOfTask } from "./task_arguments.ts";
import { inTime } from "./until.ts";

const ROOT = new URL("../../", import.meta.url);

/** Service that a test runs in its own process, as a supervisor starts it. */
export interface ServiceProcess extends AsyncDisposable {
  readonly pid: number;
  /**
   * Resolves with the first line that the service's process has printed, or will print, and that matches. Rejects if
   * the process ends without such a line, or at the deadline of tests.
   */
  printed(pattern: RegExp): Promise<string>;
  /**
   * Resolves with the HTTPS port once the service of the test has started. A service started with `HTTPS_PORT` 0
   * listens on any free port.
   */
  httpsPort(): Promise<number>;
  kill(signal: Deno.Signal): void;
  /** Resolves with the exit code and all printed output when the service's process has ended. */
  ended(): Promise<{ readonly code: number; readonly output: string }>;
}

/** Where a process is started. */
export interface PlaceOfProcess {
  /** Words that stand before its command, for example those that start it in another network. */
  readonly within: readonly string[];
  /** Folder of its source, for example of an earlier version. */
  readonly source: URL;
}

/**
 * Test helper. Starts the service, or with `args` another command of `main.ts`, as the task `start` does. Its
 * environment has the given variables, and HOME, PATH and DENO_DIR of the test, but no others.
 */
export function startServiceProcess(
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  { within = [], source = ROOT }: Partial<PlaceOfProcess> = {},
): ServiceProcess {
  return startScript(
    [...argumentsOfTask("start", source), ...args],
    { ...variablesOfTask("start", source), ...environment },
    { within, source },
  );
}

/**
 * Test helper. Starts the demo as the task `demo` does. Its environment has the given variables, and HOME, PATH and
 * DENO_DIR of the test, but no others.
 */
export function startDemoProcess(
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): ServiceProcess {
  return startScript([...argumentsOfTask("demo"), ...args], environment);
}

/**
 * Test helper. Starts a studio as the task `studio` does, with `flags` of the runtime beside those of the task. Its
 * environment has the given variables, and HOME, PATH and DENO_DIR of the test, but no others.
 */
export function startStudioProcess(
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  flags: readonly string[] = [],
): ServiceProcess {
  return startScript([...flags, ...argumentsOfTask("studio"), ...args], environment);
}

/**
 * Test helper. Starts an operator command as the task `admin` does. Its environment has the given variables, and HOME,
 * PATH and DENO_DIR of the test, but no others.
 */
export function startAdminProcess(
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
): ServiceProcess {
  return startScript([...argumentsOfTask("admin"), ...args], environment);
}

/**
 * Test helper. Starts a fleet as the task `fleet` does. Its environment has the given variables, and HOME, PATH,
 * DENO_DIR and OBJECT_SERVER_PYTHON of the test, but no others.
 */
export function startFleetProcess(
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): ServiceProcess {
  const python = inherited(["OBJECT_SERVER_PYTHON"]);
  return startScript([...argumentsOfTask("fleet"), ...args], { ...python, ...environment });
}

/** Test helper. Starts the service as the task `start` does, but without the permission to start other processes. */
export function startLoneServiceProcess(environment: Readonly<Record<string, string>>): ServiceProcess {
  return startScript(argumentsOfTask("start").filter((argument) => !argument.startsWith("--allow-run=")), environment);
}

function startScript(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  { within, source }: PlaceOfProcess = { within: [], source: ROOT },
): ServiceProcess {
  const [program = Deno.execPath(), ...before] = [...within, Deno.execPath()];
  const child = new Deno.Command(program, {
    args: [...before, "run", "--no-prompt", ...args],
    cwd: source,
    clearEnv: true,
    env: { ...inherited(["HOME", "PATH", "DENO_DIR"]), ...environment },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let output = "";
  let hasEnded = false;
  child.status.then(() => hasEnded = true);
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const changed = new EventTarget();
  const collect = async (stream: ReadableStream<Uint8Array>): Promise<void> => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      output += text;
      changed.dispatchEvent(new Event("output"));
    }
  };
  const read = Promise.all([collect(child.stdout), collect(child.stderr)]).then(() => end());
  const lineOf = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const line = output.split("\n").find((line) => pattern.test(line));
      if (line !== undefined) return line;
      const { promise, resolve } = Promise.withResolvers<"more">();
      changed.addEventListener("output", () => resolve("more"), { once: true });
      if (await Promise.race([promise, over]) !== "more" && !pattern.test(output)) {
        throw new Error(`The process ended without ${pattern}:\n${output}`);
      }
    }
  };
  const printed = (pattern: RegExp): Promise<string> => inTime(lineOf(pattern), () => `${pattern} in:\n${output}`);
  return {
    pid: child.pid,
    kill: (signal) => child.kill(signal),
    printed,
    async httpsPort() {
      return Number(/https_port=(\d+)/.exec(await printed(/ started .*https_port=\d+/))?.[1]);
    },
    async ended() {
      const { code } = await inTime(child.status, () => `the end of the process, which printed:\n${output}`);
      await read;
      return { code, output };
    },
    async [Symbol.asyncDispose]() {
      if (!hasEnded) child.kill("SIGKILL");
      await Promise.all([child.status, read]);
    },
  };
}

function inherited(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
}
