import type { components } from "../../../clients/typescript/mod.ts";
import { unreachable } from "../../refusal.ts";

export type Job = components["schemas"]["Job"];

/** The state of a job as the service sent it, with the id of the event, from which a later stream goes on. */
export interface JobEvent {
  readonly id: string | null;
  readonly job: Job;
}

/**
 * Yields the events of a stream of a job, in order. Throws a `Refusal` where the connection breaks off, or stays silent
 * for `silentMs`: the service sends a comment every few seconds.
 */
export async function* jobEvents(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  { silentMs }: { readonly silentMs: number },
): AsyncGenerator<JobEvent> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await withinTime(reader.read(), silentMs);
      if (done) return;
      const frames = (rest + value).split("\n\n");
      rest = frames.pop() ?? "";
      for (const frame of frames) {
        const event = eventOf(frame);
        if (event !== null) yield event;
      }
    }
  } finally {
    // The stream may have broken off already, which the reader has been told.
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns the event of a frame, or null for a comment. */
function eventOf(frame: string): JobEvent | null {
  const field = (name: string): string | null => {
    const lines = frame.split("\n").filter((line) => line.startsWith(`${name}:`));
    return lines.length === 0 ? null : lines.map((line) => line.slice(name.length + 1).trimStart()).join("\n");
  };
  const data = field("data");
  return data === null ? null : { id: field("id"), job: JSON.parse(data) };
}

async function withinTime<Value>(value: Promise<Value>, ms: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unreachable()), ms);
  });
  try {
    return await Promise.race([value, late]);
  } catch {
    throw unreachable();
  } finally {
    clearTimeout(timer);
  }
}
