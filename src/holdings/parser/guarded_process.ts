import { Buffer } from "node:buffer";

/** Type of the result of running a process: its output and how it ended. */
export interface ProcessEnd {
  /** Output of the process as bytes; null where it exceeded the limit `mostBytes`. */
  readonly said: Uint8Array | null;
  readonly code: number;
  readonly signal: Deno.Signal | null;
  /** Whether the process was ended because its time limit was over. */
  readonly isLate: boolean;
}

/** Description of a process to run, as data that can be sent between threads. */
export interface GuardedOrder {
  readonly args: readonly string[];
  readonly input: Uint8Array<ArrayBuffer>;
  readonly env: Readonly<Record<string, string>>;
  /** Largest output of the process that is accepted, in bytes. */
  readonly mostBytes: number;
  /** Longest time that the process may take, in milliseconds. */
  readonly limitMs: number;
}

/** Milliseconds that a process has to end after its input is closed, and its output to end after the process has. */
const GRACE_MS = 2_000;

/**
 * Runs the Deno runtime as a child process with an input that stays open, collects its output, and resolves when it has
 * ended. Its input is closed when the signal aborts, the time is over or the output is too large; it is killed if that
 * does not end it. Throws where the process cannot be started.
 */
export async function runGuarded(
  { args, input, env, mostBytes, limitMs }: GuardedOrder,
  given: AbortSignal,
): Promise<ProcessEnd> {
  const late = new AbortController();
  const limit = setTimeout(() => late.abort(), limitMs);
  try {
    const end = await runUntil(AbortSignal.any([given, late.signal]), { args, input, env, mostBytes });
    return { ...end, isLate: late.signal.aborted };
  } finally {
    clearTimeout(limit);
  }
}

async function runUntil(
  signal: AbortSignal,
  { args, input, env, mostBytes }: Omit<GuardedOrder, "limitMs">,
): Promise<Omit<ProcessEnd, "isLate">> {
  const process = new Deno.Command(Deno.execPath(), {
    args: [...args],
    clearEnv: true,
    env,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = process.stdin.getWriter();
  // Ignores failed writes to the process: how it ends tells what happened.
  const ignored = (): undefined => undefined;
  writer.write(input).catch(ignored);
  let killing: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    writer.abort().catch(ignored);
    killing ??= setTimeout(() => process.kill("SIGKILL"), GRACE_MS);
  };
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const { promise: silence, resolve: fallSilent } = Promise.withResolvers<null>();
  const ended = process.status.then((status) => {
    clearTimeout(killing);
    // Stops waiting for output after a grace period, because child processes may keep the output open after the process
    // has ended.
    waiting = setTimeout(() => fallSilent(null), GRACE_MS);
    return status;
  });
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  try {
    const said = await heardOut(process.stdout, { mostBytes, silence });
    end();
    const { code, signal } = await ended;
    return { said, code, signal };
  } finally {
    signal.removeEventListener("abort", end);
    clearTimeout(killing);
    clearTimeout(waiting);
  }
}

/** Reads the output of a process until it ends or until `silence` resolves; null where it exceeds the limit. */
async function heardOut(
  output: ReadableStream<Uint8Array>,
  { mostBytes, silence }: { readonly mostBytes: number; readonly silence: Promise<null> },
): Promise<Uint8Array | null> {
  const reader = output.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length <= mostBytes) {
    const chunk = await Promise.race([reader.read(), silence]);
    if (chunk === null || chunk.done) break;
    chunks.push(chunk.value);
    length += chunk.value.length;
  }
  await reader.cancel();
  return length > mostBytes ? null : Buffer.concat(chunks);
}
