import assert from "node:assert/strict";
import { BodyDrain } from "./body_drain.ts";
import { testInTurn } from "../../../tests/support/tier.ts";

const MEBIBYTE = 1024 * 1024;

const drainBody = (request: Request): Promise<void> => new BodyDrain().drain(request);

function requestOf(body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}): Request {
  return new Request("https://localhost/", { method: "POST", headers, body });
}

Deno.test("the unread rest of a request body is read to its end", async () => {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (++pulled > 3) controller.close();
      else controller.enqueue(new Uint8Array(10));
    },
  });
  const request = requestOf(body);
  await drainBody(request);
  assert.equal(pulled, 4);
  assert.ok(request.bodyUsed);
});

Deno.test(testInTurn("the draining of an endless body stops after 17 MiB", async () => {
  let pulled = 0;
  let wasCancelled = false;
  await drainBody(requestOf(
    new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled++;
        controller.enqueue(new Uint8Array(MEBIBYTE));
      },
      cancel: () => {
        wasCancelled = true;
      },
    }),
  ));
  assert.ok(wasCancelled);
  // In this test the stream buffers one chunk ahead of its reader, so it may have produced one chunk more than the
  // reader took.
  assert.ok(pulled >= 17 && pulled <= 19, String(pulled));
}));

Deno.test("the draining of a body in chunks of one byte stops after about a hundred chunks", async () => {
  let pulled = 0;
  await drainBody(requestOf(
    new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled++;
        controller.enqueue(new Uint8Array(1));
      },
    }),
  ));
  assert.ok(pulled >= 100 && pulled < 110, String(pulled));
});

Deno.test(testInTurn("the draining of a body that stalls ends and cancels the body", async () => {
  let wasCancelled = false;
  await drainBody(requestOf(
    new ReadableStream({
      cancel: () => {
        wasCancelled = true;
      },
    }),
  ));
  assert.ok(wasCancelled);
}));

Deno.test("draining ends at once for a body that fails, is being read, awaits 100-continue or is absent", async () => {
  await drainBody(requestOf(new ReadableStream({ start: (controller) => controller.error(new Error("gone")) })));
  const read = requestOf(new ReadableStream());
  read.body?.getReader();
  await drainBody(read);
  const waiting = requestOf(new ReadableStream(), { expect: "100-continue" });
  await drainBody(waiting);
  assert.ok(!waiting.bodyUsed);
  await drainBody(new Request("https://localhost/"));
});

Deno.test(testInTurn("the draining of a large body lets other tasks run, however fast the body arrives", async () => {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(MEBIBYTE / 16));
    },
  });
  const drained = drainBody(requestOf(body));
  await new Promise((resolve) => setTimeout(resolve));
  assert.ok(pulled < 20, `${pulled} of 272`);
  await drained;
}));

Deno.test("of six large bodies at once four are drained to their end, and the others only for one chunk", async () => {
  const drain = new BodyDrain();
  const gate = Promise.withResolvers<void>();
  const pulled = Array.from({ length: 6 }, () => 0);
  const bodies = pulled.map((_, i) =>
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        await gate.promise;
        if (++pulled[i] > 4) controller.close();
        else controller.enqueue(new Uint8Array(MEBIBYTE));
      },
    }, { highWaterMark: 0 })
  );
  const drained = bodies.map((body) => drain.drain(requestOf(body)));
  gate.resolve();
  await Promise.all(drained);
  assert.deepEqual(pulled, [5, 5, 5, 5, 1, 1]);
});
