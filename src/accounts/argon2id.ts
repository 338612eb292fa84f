/** Cost of one Argon2id hash (RFC 9106) with one lane: memory in KiB and number of passes. */
export interface Argon2idCost {
  readonly memoryKib: number;
  readonly passes: number;
}

/** Input of one password hash: the password, hashed as UTF-8, 16 bytes of salt, and the cost. */
export interface Argon2idInput extends Argon2idCost {
  readonly password: string;
  readonly salt: Uint8Array<ArrayBuffer>;
}

/** Computes a 32-byte Argon2id hash (version 0x13, parallelism 1) outside the thread that serves requests. */
export type Argon2id = (input: Argon2idInput) => Promise<Uint8Array>;

/**
 * Returns the function that computes Argon2id hashes: by WebCrypto if the runtime has it, else by WebAssembly in a
 * worker. Both give the same bytes.
 */
export function argon2idOfRuntime(): Argon2id {
  return runtimeHasArgon2id() ? argon2idByWebCrypto : argon2idByWorker();
}

/** Whether `crypto.subtle` of this runtime computes Argon2id. */
export function runtimeHasArgon2id(): boolean {
  return SubtleCrypto.supports?.("importKey", "Argon2id") === true;
}

/** Computes an Argon2id hash with the WebCrypto of the runtime. */
export async function argon2idByWebCrypto(input: Argon2idInput): Promise<Uint8Array> {
  const { password, salt, memoryKib, passes } = input;
  const bytes = new TextEncoder().encode(password);
  const key = await crypto.subtle.importKey("raw-secret", bytes, "Argon2id", false, ["deriveBits"]);
  const parameters = { name: "Argon2id", nonce: salt, parallelism: 1, memory: memoryKib, passes };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 256));
}

/** Type of a message that asks the password hashing worker for a hash. The worker repeats its id in the reply. */
export interface Argon2idRequest extends Argon2idInput {
  readonly id: number;
}
export type Argon2idReply =
  | { readonly id: number; readonly hash: Uint8Array }
  | { readonly id: number; readonly fault: string };

/** Milliseconds without a password after which the worker ends. It holds the memory of a hash. */
const IDLE_MS = 5_000;

/**
 * Returns a function that computes Argon2id hashes by WebAssembly in one worker. The worker starts with the first
 * password, hashes one password after another, and ends when none came for 5 seconds. `close` ends the worker and
 * rejects the open calls.
 */
export function argon2idByWorker(): Argon2id & { close(): void } {
  const waiting = new Map<number, PromiseWithResolvers<Uint8Array>>();
  let worker: Worker | null = null;
  let lastId = 0;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  const endIfIdle = (): void => {
    if (waiting.size > 0) return;
    worker?.terminate();
    worker = null;
  };
  const fail = (reason: string): void => {
    clearTimeout(idleTimer);
    worker?.terminate();
    worker = null;
    for (const one of waiting.values()) one.reject(new Error(reason));
    waiting.clear();
  };
  const compute = (input: Argon2idInput): Promise<Uint8Array> => {
    worker ??= startWorker(waiting, fail);
    const request: Argon2idRequest = { id: ++lastId, ...input };
    const answer = Promise.withResolvers<Uint8Array>();
    waiting.set(request.id, answer);
    worker.postMessage(request);
    clearTimeout(idleTimer);
    idleTimer = setTimeout(endIfIdle, IDLE_MS);
    Deno.unrefTimer(idleTimer);
    return answer.promise;
  };
  return Object.assign(compute, { close: () => fail("The password worker was closed") });
}

const NOTHING = { write: false, net: false, env: false, run: false, ffi: false, sys: false, import: false } as const;

function startWorker(
  waiting: Map<number, PromiseWithResolvers<Uint8Array>>,
  fail: (reason: string) => void,
): Worker {
  // The password hashing worker may only read files in the folder of its own module.
  const permissions = { ...NOTHING, read: [new URL(".", import.meta.url)] };
  const worker = new Worker(new URL("./argon2id_worker.ts", import.meta.url), {
    type: "module",
    deno: { permissions },
  });
  worker.onmessage = ({ data }: MessageEvent<Argon2idReply>) => {
    const answer = waiting.get(data.id);
    waiting.delete(data.id);
    if ("hash" in data) answer?.resolve(data.hash);
    else answer?.reject(new Error(data.fault));
  };
  worker.onerror = (event) => {
    // An unhandled error of a worker ends the whole process, unless the default action of its event is prevented.
    event.preventDefault();
    fail(`The password worker failed: ${event.message}`);
  };
  return worker;
}
