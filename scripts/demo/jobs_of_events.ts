import type { Job } from "./followed_job.ts";

/** The jobs that a stream of server-sent events brings, one an event, in order. */
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
