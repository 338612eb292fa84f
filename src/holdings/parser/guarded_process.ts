import { Buffer } from "node:buffer";

/** What a process said, and how it ended. */
export interface ProcessEnd {
  /** Null where it said more than it may. */
  readonly said: Uint8Array | null;
  readonly code: number;
  readonly signal: Deno.Signal | null;
  /** Whether it was ended because its time was over. */
  readonly isLate: boolean;
}

/** A process as data, which can cross from thread to thread. */
export interface GuardedOrder {
  readonly args: readonly string[];
  readonly input: Uint8Array<ArrayBuffer>;
  readonly env: Readonly<Record<string, string>>;
  /** How much is heard of what it says. */
  readonly mostBytes: number;
  /** How long it may take. */
  readonly limitMs: number;
}

/** How long a process has to end once its input has, and its output once it has. */
const GRACE_MS = 2_000;

/**
 * Starts the runtime with an input that stays open, hears it out, and resolves when it has ended: by itself, since its
 * input was closed where the signal aborts, its time is over or it said too much, or killed where that does not help.
 * Throws where it cannot be started.
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
  // An input that nobody reads any more is told by how the process ends.
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
    // What it started may hold its output longer than it lives itself.
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

/** All that is said until the end, or until `silence`; null where that is too much. */
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
