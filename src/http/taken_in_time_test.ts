import assert from "node:assert/strict";
import { inTime } from "../../tests/support/until.ts";
import { takenInTime } from "./taken_in_time.ts";

const PATIENT = { withinMs: 60_000, onBreak: (reason: string): void => assert.fail(reason) };

Deno.test("a client that reads in time gets the bytes unchanged, in pieces of at most 16 KiB", async () => {
  const bytes = Uint8Array.from({ length: 100_001 }, (_, index) => index % 251);
  const chunks = [new Uint8Array(), bytes.subarray(0, 70_000), bytes.subarray(70_000, 70_001), bytes.subarray(70_001)];
  for (const sent of [bytes, ReadableStream.from(chunks)]) {
    const pieces = await Array.fromAsync(takenInTime(sent, PATIENT));
    assert.ok(pieces.every(({ length }) => length > 0 && length <= 16_384));
    assert.ok(pieces.every(({ buffer }) => buffer.byteLength <= 16_384), "no piece holds the rest");
    assert.deepEqual(await new Blob(pieces.map((piece) => new Uint8Array(piece))).bytes(), bytes);
  }
  const text = "ł😀".repeat(20_000);
  assert.equal(await new Response(takenInTime(text, PATIENT)).text(), text);
  assert.equal(await new Response(takenInTime("", PATIENT)).text(), "");
});

Deno.test("a stream that its client does not read in time fails, cancels its source and reports why", async () => {
  for (const taken of [0, 1]) {
    const cancelled = Promise.withResolvers<unknown>();
    const told: string[] = [];
    const source = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(10)),
      cancel: cancelled.resolve,
    }, { highWaterMark: 0 });
    const reader = takenInTime(source, { withinMs: 10, onBreak: (reason) => told.push(reason) }).getReader();
    for (let read = 0; read < taken; read++) await reader.read();
    await inTime(cancelled.promise, () => "the source to be cancelled");
    await assert.rejects(reader.read(), /took no byte for 10 ms/);
    assert.deepEqual(told, ["The client took no byte for 10 ms"]);
  }
});

Deno.test("time spent waiting for a response's source does not count against the client", async () => {
  const source = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      controller.enqueue(new Uint8Array(1));
      controller.close();
    },
  }, { highWaterMark: 0 });
  const pieces = await Array.fromAsync(takenInTime(source, { ...PATIENT, withinMs: 10 }));
  assert.equal(pieces.length, 1);
});

Deno.test("an error of a response's source is reported, and a client that leaves is not", async () => {
  const told: string[] = [];
  const options = { withinMs: 60_000, onBreak: (reason: string) => told.push(reason) };
  const failing = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new Error("gone")) }, {
    highWaterMark: 0,
  });
  await assert.rejects(new Response(takenInTime(failing, options)).bytes());
  const cancelled = Promise.withResolvers<unknown>();
  const left = takenInTime(new ReadableStream({ cancel: cancelled.resolve }), options);
  await left.cancel("left");
  assert.equal(await cancelled.promise, "left");
  assert.deepEqual(told, ["gone"]);
});
