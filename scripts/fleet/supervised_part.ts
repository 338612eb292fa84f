import { pause } from "../../src/runtime/pause.ts";
import { FleetError, type Part } from "./part.ts";

const LOOK_EVERY_MS = 50;
const READY_WITHIN_MS = 60_000;
/** Time for a program to obey its stop signal, after which it is killed. */
const STOP_WITHIN_MS = 40_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
/** A program that lived this long is started again without a longer pause than the first one. */
const LONG_LIFE_MS = 10_000;

export interface SupervisionOptions {
  /** File to which the output of the program is appended. */
  readonly logFile: string;
  /** Is told each unexpected end of the program, which is then started again. */
  readonly onEnd: (name: string, ending: string) => void;
}

/** A program of a fleet that is started again whenever it ends, until it is stopped. */
export class SupervisedPart {
  readonly part: Part;
  readonly #options: SupervisionOptions;
  #stopping = new AbortController();
  /** Whether the program was told to stop for good, which also ends a restart that is under way. */
  #isStopped = false;
  #child: Deno.ChildProcess | null = null;
  #life: Promise<void> = Promise.resolve();

  constructor(part: Part, options: SupervisionOptions) {
    this.part = part;
    this.#options = options;
  }

  /** Process id of the running program; null between two of its lives. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /**
   * Starts the program and resolves when it is ready, or was stopped meanwhile. Throws a {@linkcode FleetError} if it
   * ends or stays silent.
   */
  async start(): Promise<void> {
    const { signal: stopping } = this.#stopping;
    const child = await this.#spawn();
    if (child === null) return;
    const ended = child.status.then(async ({ code }) => {
      if (!stopping.aborted) throw this.#fault(`ended with exit code ${code}${await lastWords(this.#options.logFile)}`);
    });
    this.#life = this.#keepAlive(child);
    await this.#readyInTime(ended);
    ended.catch(() => undefined);
  }

  /** Resolves when the program serves, also after it was started again. Throws a `FleetError` if it stays silent. */
  async ready(): Promise<void> {
    await this.#readyInTime();
  }

  /** Ends the program with a signal as a fault would, so that it is started again. */
  kill(signal: Deno.Signal): void {
    if (this.#child !== null) send(this.#child, signal);
  }

  /** Tells the program to stop and resolves when it has ended. One that does not obey in time is killed. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#halt();
  }

  /** Stops the program and starts it again, unless it is stopped for good meanwhile. */
  async restart(): Promise<void> {
    await this.#halt();
    if (this.#isStopped) return;
    this.#stopping = new AbortController();
    await this.start();
  }

  async #halt(): Promise<void> {
    this.#stopping.abort();
    const child = this.#child;
    if (child !== null) {
      send(child, this.part.stopSignal);
      const timer = setTimeout(() => send(child, "SIGKILL"), STOP_WITHIN_MS);
      await child.status;
      clearTimeout(timer);
    }
    await this.#life;
  }

  async #keepAlive(first: Deno.ChildProcess): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS, becoming = Promise.resolve();
    for (let child: Deno.ChildProcess | null = first; child !== null;) {
      const begun = performance.now();
      const { code, signal } = await child.status;
      this.#child = null;
      await becoming;
      if (this.#stopping.signal.aborted) return;
      this.#options.onEnd(this.part.name, signal === null ? `exit code ${code}` : signal);
      if (performance.now() - begun > LONG_LIFE_MS) pauseMs = FIRST_PAUSE_MS;
      await pause(pauseMs, this.#stopping.signal);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      child = await this.#spawn();
      if (child !== null) becoming = this.#becomeReady(child);
    }
  }

  /**
   * Repeats the readiness check of a restarted program until it passes. The check is not only a question: for some
   * programs it also restores what they held, as for the bucket.
   */
  async #becomeReady(child: Deno.ChildProcess): Promise<void> {
    const over = new AbortController();
    const ended = child.status.then(() => over.abort());
    while (!over.signal.aborted && !await this.#isReady()) await pause(LOOK_EVERY_MS, over.signal);
    await ended;
  }

  /** Starts a process. Returns null if the program was told to stop before. */
  async #spawn(): Promise<Deno.ChildProcess | null> {
    const { signal: stopping } = this.#stopping;
    const { command, args, env, cwd, user, prepare } = this.part;
    await prepare?.();
    const { logFile } = this.#options;
    await makeLog(logFile, user);
    if (stopping.aborted) return null;
    this.#child = new Deno.Command("/bin/sh", {
      // The shell gives its place to the program, whose process id and signals are therefore its own.
      args: ["-c", 'exec "$@" >>"$0" 2>&1', logFile, command, ...args],
      env: { ...env },
      cwd,
      clearEnv: true,
      stdin: "null",
      stdout: "null",
      stderr: "null",
      // A Ctrl-C of the terminal reaches the fleet alone, which then stops its programs in order.
      detached: true,
      ...user,
    }).spawn();
    return this.#child;
  }

  /** Resolves when the program serves. Rejects if it ends first, or does not serve in time. */
  async #readyInTime(ended?: Promise<void>): Promise<void> {
    const over = new AbortController(), timer = setTimeout(() => over.abort(), READY_WITHIN_MS);
    try {
      await Promise.race([this.#ready(over.signal), ...ended === undefined ? [] : [ended]]);
    } finally {
      clearTimeout(timer);
      over.abort();
    }
  }

  async #ready(within: AbortSignal): Promise<void> {
    while (!await this.#isReady()) {
      if (within.aborted) throw this.#fault(`was not ready within ${READY_WITHIN_MS / 1_000} s`);
      await pause(LOOK_EVERY_MS, within);
    }
  }

  async #isReady(): Promise<boolean> {
    try {
      return this.#child !== null && await this.part.isReady();
    } catch {
      // A program that does not listen yet refuses the connection.
      return false;
    }
  }

  #fault(what: string): FleetError {
    return new FleetError(`Cannot start ${this.part.name}: it ${what}; see ${this.#options.logFile}`);
  }
}

/** Makes the log of a program, which only its user and the owner of the fleet may read. */
async function makeLog(path: string, user: Part["user"]): Promise<void> {
  (await Deno.open(path, { append: true, create: true, mode: 0o600 })).close();
  if (user !== undefined) await Deno.chown(path, user.uid, user.gid);
}

/** Returns the last line of a log behind a colon; nothing for an empty log. */
async function lastWords(path: string): Promise<string> {
  const line = (await Deno.readTextFile(path)).trim().split("\n").at(-1);
  return line ? `: ${line}` : "";
}

function send(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch (error) {
    // The program has ended in the meantime.
    if (!(error instanceof TypeError) && !(error instanceof Deno.errors.NotFound)) throw error;
  }
}
