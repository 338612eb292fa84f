import type { ReadHistory, ReadingMessage, ReadingOrder } from "./reading.ts";

/** What came of a file: its history, or sentences on why it cannot be read. */
export type Reading =
  | { readonly history: ReadHistory; readonly faults: null }
  | { readonly history: null; readonly faults: readonly string[] };

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** Called with the share of the file that was read so far. */
  readonly onProgress: (share: number) => void;
}

/** What is said where the browser cannot load the code of the worker, for example after a change of version. */
const NOT_LOADED =
  "Cannot load the part of this page that reads files: look at your connection, or load the page again, because the " +
  "service may have a newer version";

/** Reads a file in a worker of its own, which ends with it. Throws the signal's reason when it aborts. */
export async function readInWorker(order: ReadingOrder, { signal, onProgress }: ReadOptions): Promise<Reading> {
  const code = await import("./worker.ts").catch(() => null);
  if (code === null) return { history: null, faults: [NOT_LOADED] };
  const worker = new Worker(code.address, { type: "module" });
  try {
    return await new Promise<Reading>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      worker.addEventListener("error", ({ message }) => {
        resolve({ history: null, faults: [`Cannot read "${order.file.name}": ${message || "the reader failed"}`] });
      });
      worker.addEventListener("message", () => {
        // The first message says that the worker listens.
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", ({ data }: MessageEvent<ReadingMessage>) => {
          if (data.kind === "progress") onProgress(data.share);
          else if (data.kind === "read") resolve({ history: data.history, faults: null });
          else if (data.kind === "refused") resolve({ history: null, faults: data.faults });
        });
        port1.start();
        worker.postMessage(order, [port2]);
      }, { once: true });
    });
  } finally {
    worker.terminate();
  }
}
