/** The cost of one Argon2id hash (RFC 9106) with one lane. */
export interface Argon2idCost {
  readonly memoryKib: number;
  readonly passes: number;
}

/** A password to be hashed: text as UTF-8, 16 bytes of salt. */
export interface Argon2idInput extends Argon2idCost {
  readonly password: string;
  readonly salt: Uint8Array<ArrayBuffer>;
}

/** Computes 32 bytes of Argon2id, version 0x13, parallelism 1, off the thread that serves requests. */
export type Argon2id = (input: Argon2idInput) => Promise<Uint8Array>;

/** Argon2id by WebCrypto where the runtime has it, else by WebAssembly in a worker. Both give the same bytes. */
export function argon2idOfRuntime(): Argon2id {
  return runtimeHasArgon2id() ? argon2idByWebCrypto : argon2idByWorker();
}

/** True where `crypto.subtle` computes Argon2id. */
export function runtimeHasArgon2id(): boolean {
  return SubtleCrypto.supports?.("importKey", "Argon2id") === true;
}

/** Argon2id by the runtime's own WebCrypto. */
export async function argon2idByWebCrypto(input: Argon2idInput): Promise<Uint8Array> {
  const { password, salt, memoryKib, passes } = input;
  const bytes = new TextEncoder().encode(password);
  const key = await crypto.subtle.importKey("raw-secret", bytes, "Argon2id", false, ["deriveBits"]);
  const parameters = { name: "Argon2id", nonce: salt, parallelism: 1, memory: memoryKib, passes };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 256));
}

/** What the worker is asked, and what it answers. */
export interface Argon2idRequest extends Argon2idInput {
  readonly id: number;
}
export type Argon2idReply =
  | { readonly id: number; readonly hash: Uint8Array }
  | { readonly id: number; readonly fault: string };

/** Argon2id by WebAssembly in one worker, which starts with the first password and serves one after another. */
export function argon2idByWorker(): Argon2id & { close(): void } {
  const waiting = new Map<number, PromiseWithResolvers<Uint8Array>>();
  let worker: Worker | null = null;
  let lastId = 0;
  const fail = (reason: string): void => {
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
    return answer.promise;
  };
  return Object.assign(compute, { close: () => fail("The password worker was closed") });
}

const NOTHING = { write: false, net: false, env: false, run: false, ffi: false, sys: false, import: false } as const;

function startWorker(
  waiting: Map<number, PromiseWithResolvers<Uint8Array>>,
  fail: (reason: string) => void,
): Worker {
  // It reads its module and may do nothing else.
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
    // An unhandled error of a worker ends the whole process unless it is prevented.
    event.preventDefault();
    fail(`The password worker failed: ${event.message}`);
  };
  return worker;
}
