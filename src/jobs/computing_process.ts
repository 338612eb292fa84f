/**
 * Program of a process that computes for a pool. Its own thread passes messages on between the pool and one worker
 * thread, which computes, and ends the process when the pool has gone.
 *
 * Arguments: the address of the worker's module, and the memory in MiB that the process may have, if it is limited.
 */
import { LendableWorkers } from "./lendable_workers.ts";
import type { MessageFromWorker, MessageToWorker } from "./messages.ts";
import { messageBytes, messagesOf } from "./process_messages.ts";
import { PRLIMIT } from "./process_worker.ts";
import { buffersOf } from "./transfer.ts";
import { workerPermissions } from "./worker_permissions.ts";

/** MiB of addresses that the runtime reserves as data before it computes anything, most of them never used. */
const RESERVED_MIB = 1_024;

if (import.meta.main) {
  const [address = "", memoryMiB] = Deno.args, module = new URL(address);
  if (memoryMiB !== undefined) limitMemory(Number(memoryMiB));
  const worker = new Worker(module, { type: "module", deno: { permissions: workerPermissions(module) } });
  const output = Deno.stdout.writable.getWriter();
  worker.onmessage = ({ data }: MessageEvent<MessageFromWorker>) => void output.write(messageBytes(data));
  worker.onerror = (event) => {
    event.preventDefault();
    // deno-lint-ignore no-console
    console.error(event.message);
    Deno.exit(1);
  };
  for await (const message of messagesOf(Deno.stdin.readable)) {
    // The pool at the other end sends what it sends to a worker thread, apart from shared memory.
    const given = withSharedMemory(message as MessageToWorker);
    worker.postMessage(given, buffersOf(given));
  }
  Deno.exit(0);
}

function withSharedMemory(message: MessageToWorker): MessageToWorker {
  if (message.type !== "start") return message;
  return { ...message, stopFlag: new SharedArrayBuffer(4), lendable: new LendableWorkers().buffer };
}

/** Limits the data memory of this process. Ends it if the system refuses. */
function limitMemory(memoryMiB: number): void {
  const bytes = (memoryMiB + RESERVED_MIB) * 1_024 * 1_024;
  const { success, stderr } = new Deno.Command(PRLIMIT, {
    args: [`--pid=${Deno.pid}`, `--data=${bytes}:${bytes}`, "--core=0:0"],
    stdin: "null",
  }).outputSync();
  if (success) return;
  // deno-lint-ignore no-console
  console.error(`Cannot limit the memory of a process: ${new TextDecoder().decode(stderr)}`);
  Deno.exit(1);
}
