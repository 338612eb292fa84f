import { UnreadableTable } from "../../../../src/tables/unreadable_table.ts";
import { readHistoryFile } from "./read_history_file.ts";
import type { ReadingMessage, ReadingOrder } from "./reading.ts";

/** Reads in this worker each file that the page sends, and answers by the port that came with it. */
export function answerReadings(): void {
  addEventListener("message", ({ data, ports: [port] }: MessageEvent<ReadingOrder>) => {
    if (port !== undefined) void answer(data, (message) => port.postMessage(message));
  });
  const page: { postMessage?: (message: ReadingMessage) => void } = globalThis;
  page.postMessage?.({ kind: "ready" });
}

async function answer(order: ReadingOrder, tell: (message: ReadingMessage) => void): Promise<void> {
  try {
    tell(await readHistoryFile(order, (share) => tell({ kind: "progress", share })));
  } catch (error) {
    const why = error instanceof UnreadableTable || error instanceof Error ? error.message : String(error);
    tell({ kind: "refused", faults: [`Cannot read "${order.file.name}": ${why}`] });
  }
}
