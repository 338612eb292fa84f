import { fileURLToPath } from "node:url";
import { DomainError } from "../domain/errors.ts";
import { runtimeFolder } from "../runtime/runtime_folder.ts";
import { lostWorker } from "./lost_worker.ts";
import type { MessageFromWorker, MessageToWorker } from "./messages.ts";
import type { PoolWorker, PoolWorkerListener } from "./pool_worker.ts";
import { messageBytes, messagesOf } from "./process_messages.ts";
import { flagsOfPermissions } from "./worker_permissions.ts";

/** Path of `prlimit`, a program of Debian's package util-linux, with which a process limits its own memory. */
export const PRLIMIT = "/usr/bin/prlimit";

const PROGRAM = new URL("./computing_process.ts", import.meta.url);
const CONFIG = new URL("../../deno.json", import.meta.url);
/** Flags of the engine with which the service itself starts too, so that its heap stays small. */
const HEAP_FLAGS = ["--heap-growing-percent=20", "--max-semi-space-size=2"];
/** Number of characters of a process's complaints that are kept for the log. */
const COMPLAINTS_AT_MOST = 4_096;

export interface ProcessWorkerOptions {
  readonly module: URL;
  readonly permissions: Deno.PermissionOptionsObject;
  /** Memory limit of the process, in MiB; null for no limit. */
  readonly memoryMiB: number | null;
}

/**
 * Starts a worker of a pool as a process of its own, with the permissions of a worker thread. Whatever it does to its
 * memory ends it alone, and it ends with this process. Its computation fails with `out_of_memory` if its memory is used
 * up, and with `worker_lost` if it ends otherwise.
 */
export function processWorker(options: ProcessWorkerOptions, listener: PoolWorkerListener): PoolWorker {
  return new ProcessWorker(options, listener);
}

class ProcessWorker implements PoolWorker {
  readonly #listener: PoolWorkerListener;
  readonly #unsent: Uint8Array<ArrayBuffer>[] = [];
  #process: Deno.ChildProcess | null = null;
  #input: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>> | null = null;
  #isOver = false;
  readonly #end: Promise<void>;

  constructor(options: ProcessWorkerOptions, listener: PoolWorkerListener) {
    this.#listener = listener;
    this.#end = this.#run(options)
      .catch((error: unknown) => this.#lose(lostWorker("it could not be started", String(error))));
  }

  post(message: MessageToWorker): void {
    this.#unsent.push(messageBytes(message.type === "start" ? { type: "start", niceness: message.niceness } : message));
    this.#send();
  }

  async terminate(): Promise<void> {
    this.#isOver = true;
    try {
      this.#process?.kill("SIGKILL");
    } catch (error) {
      // The process has ended by itself, and how it ended concerns nobody any more.
      if (!(error instanceof TypeError)) throw error;
    }
    await this.#end;
  }

  async #run(options: ProcessWorkerOptions): Promise<void> {
    const folder = await runtimeFolder();
    if (this.#isOver) return;
    const process = new Deno.Command(Deno.execPath(), {
      args: argumentsOf(options),
      clearEnv: true,
      env: { DENO_DIR: folder },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#process = process;
    this.#input = process.stdin.getWriter();
    this.#send();
    const [, complaints, { code, signal }] = await Promise.all([
      this.#hearAll(process.stdout),
      complaintsOf(process.stderr),
      process.status,
    ]);
    // A write that the process did not take fails now, and the lost process tells why.
    await this.#input.abort().catch(() => undefined);
    this.#lose(causeOf({ code, signal, complaints }));
  }

  async #hearAll(output: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    try {
      for await (const message of messagesOf(output)) {
        // The program at the other end sends what a worker thread sends, and nothing else.
        if (!this.#isOver) this.#listener.hear(message as MessageFromWorker);
      }
    } catch {
      // A process that is killed leaves half a message. How it ended is told by its status.
      return;
    }
  }

  #send(): void {
    const input = this.#input;
    if (input === null) return;
    // A failed write means that the process has ended, which its status tells.
    for (const bytes of this.#unsent.splice(0)) input.write(bytes).catch(() => undefined);
  }

  #lose(cause: DomainError): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#listener.lose(cause);
  }
}

function argumentsOf({ module, permissions, memoryMiB }: ProcessWorkerOptions): string[] {
  const heap = memoryMiB === null ? [] : [`--max-old-space-size=${memoryMiB}`];
  return [
    ...["run", "--quiet", "--no-prompt", "--cached-only", `--config=${fileURLToPath(CONFIG)}`],
    `--v8-flags=${[...HEAP_FLAGS, ...heap].join(",")}`,
    ...flagsOfPermissions(permissions),
    ...memoryMiB === null ? [] : [`--allow-run=${PRLIMIT}`],
    ...[fileURLToPath(PROGRAM), module.href],
    ...memoryMiB === null ? [] : [String(memoryMiB)],
  ];
}

/** Reads what a process writes about its faults, to its end, and returns the last of it. */
async function complaintsOf(output: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  let text = "";
  for await (const piece of output.pipeThrough(new TextDecoderStream())) {
    text = (text + piece).slice(-COMPLAINTS_AT_MOST);
  }
  return text;
}

interface ProcessEnd {
  readonly code: number;
  readonly signal: Deno.Signal | null;
  readonly complaints: string;
}

function causeOf({ code, signal, complaints }: ProcessEnd): DomainError {
  if (/out of memory|allocation failed/i.test(complaints)) {
    const error = new DomainError("out_of_memory", "The computation needs more memory than its process may have");
    error.cause = complaints;
    return error;
  }
  return lostWorker(
    signal === null ? `its process ended with code ${code}` : `its process ended by ${signal}`,
    complaints,
  );
}
