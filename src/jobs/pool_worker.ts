import type { DomainError } from "../domain/errors.ts";
import type { MessageFromWorker, MessageToWorker } from "./messages.ts";

/** What a pool hears of one of its workers. */
export interface PoolWorkerListener {
  hear(message: MessageFromWorker): void;
  /** The worker has ended by itself and computes nothing more. */
  lose(cause: DomainError): void;
}

/** A worker of a pool: a thread or a process that answers messages, one computation at a time. */
export interface PoolWorker {
  /** Sends a message. The buffers in `transfer` may be moved instead of copied, and are then empty. */
  post(message: MessageToWorker, transfer: Transferable[]): void;
  /** Ends the worker, of which nothing is heard afterwards. Resolves when its process, if it has one, has ended. */
  terminate(): Promise<void>;
}
