import { lostWorker } from "./lost_worker.ts";
import type { MessageFromWorker } from "./messages.ts";
import type { PoolWorker, PoolWorkerListener } from "./pool_worker.ts";

export interface ThreadWorkerOptions {
  readonly module: URL;
  readonly permissions: Deno.PermissionOptionsObject;
}

/** Starts a worker of a pool as a thread of this process. */
export function threadWorker({ module, permissions }: ThreadWorkerOptions, listener: PoolWorkerListener): PoolWorker {
  const worker = new Worker(module, { type: "module", deno: { permissions } });
  worker.onmessage = (event: MessageEvent<MessageFromWorker>) => listener.hear(event.data);
  worker.onmessageerror = () => listener.lose(lostWorker("its answer could not be read"));
  worker.onerror = (event) => {
    event.preventDefault();
    listener.lose(lostWorker("it ended unexpectedly", event.message));
  };
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    terminate() {
      worker.onmessage = () => undefined;
      worker.terminate();
      return Promise.resolve();
    },
  };
}
