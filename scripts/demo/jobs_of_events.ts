import type { Job } from "./job.ts";

/** Yields the job record of each server-sent event in a stream, in order. */
export async function* jobsOfEvents(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Job> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const events = (rest + text).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const data = event.split("\n").filter((line) => line.startsWith("data:")).map((line) => line.slice(5)).join("\n");
      if (data !== "") yield JSON.parse(data);
    }
  }
}
