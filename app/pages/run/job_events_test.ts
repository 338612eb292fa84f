import assert from "node:assert/strict";
import { Refusal } from "../../refusal.ts";
import { type JobEvent, jobEvents } from "./job_events.ts";

Deno.test("the events of a stream are read in order, however its bytes are cut, and comments are passed over", async () => {
  const text = 'id: a\ndata: {"run_id":"run_é"}\n\n:\n\nid: b\ndata: {"run_id":"run_2"}\n\n';
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 7, bytes.length]) {
    const pieces = Array.from(
      { length: Math.ceil(bytes.length / size) },
      (_, i) => bytes.slice(i * size, (i + 1) * size),
    );
    const events = await read(ReadableStream.from(pieces));
    assert.deepEqual(events.map(({ id, job }) => [id, job.run_id]), [["a", "run_é"], ["b", "run_2"]]);
  }
});

Deno.test("a stream that breaks off or falls silent is a refusal that says that the service cannot be reached", async () => {
  const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError("network error")) });
  const silent = new ReadableStream({});
  for (const stream of [broken, silent]) {
    await assert.rejects(() => read(stream), (error) => error instanceof Refusal && error.code === "unreachable");
  }
});

async function read(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<readonly JobEvent[]> {
  return await Array.fromAsync(jobEvents(stream, { silentMs: 20 }));
}
