import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { DomainError } from "../domain/errors.ts";
import { UnreadBody } from "../request/unread_body.ts";
import { readJsonBody } from "./json_body.ts";

function request(
  body: BodyInit | null,
  headers: Record<string, string> = { "content-type": "application/json" },
): Request {
  return new Request("https://localhost/", { method: "POST", body, headers });
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(() => null, (error: unknown) => error);
  return error instanceof DomainError ? error.code : String(error);
}

/** Test helper. Parses the given bytes as the JSON body of a request and returns the value. */
async function valueOf(bytes: Uint8Array<ArrayBuffer> | string): Promise<unknown> {
  return await readJsonBody(request(bytes), { mayBeEmpty: false, maxBytes: 16 * 1024 * 1024 });
}

async function errorOf(bytes: Uint8Array<ArrayBuffer> | string): Promise<DomainError> {
  try {
    await valueOf(bytes);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error("Nothing was thrown");
}

Deno.test("every JSON value is read as JSON.parse reads it, unless it contains a text that is refused", async () => {
  await fc.assert(fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), async (value) => {
    const text = JSON.stringify(value);
    if (/\\u(0000|d[89a-f])/i.test(text) || text.includes("__proto__")) return;
    assert.deepEqual(await valueOf(text), JSON.parse(text));
  }));
});

Deno.test("any bytes are parsed or refused with malformed_json or validation_failed", async () => {
  await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
    try {
      await valueOf(bytes);
    } catch (error) {
      assert.ok(error instanceof DomainError);
      assert.ok(["malformed_json", "validation_failed"].includes(error.code));
    }
  }));
});

Deno.test("an empty body is malformed JSON, unless the reader allows an empty body", async () => {
  assert.equal(await codeOf(readJsonBody(request(""), { mayBeEmpty: false })), "malformed_json");
  assert.equal(await codeOf(readJsonBody(request(null, {}), { mayBeEmpty: false })), "malformed_json");
  assert.equal(await readJsonBody(request(null, {}), { mayBeEmpty: true }), undefined);
});

Deno.test("bytes that are not UTF-8 and text that is not JSON are malformed", async () => {
  assert.equal((await errorOf(new Uint8Array([0x22, 0xff, 0x22]))).code, "malformed_json");
  assert.equal((await errorOf("{")).code, "malformed_json");
  assert.equal((await errorOf("\ufeff{}")).code, "malformed_json");
});

Deno.test("JSON nested deeper than 64 levels is malformed, and brackets in a text do not count", async () => {
  assert.equal((await errorOf("[".repeat(100_000))).code, "malformed_json");
  assert.equal((await errorOf("[".repeat(65) + "]".repeat(65))).code, "malformed_json");
  await valueOf("[".repeat(64) + "]".repeat(64));
  await valueOf(JSON.stringify('\\"' + "[".repeat(100)));
});

Deno.test("NUL, lone surrogates and __proto__ are refused at their pointers, in names too", async () => {
  const { code, faults } = await errorOf('{"a":["x","\\u0000"],"b":{"\\ud800":1},"c":"\\uDC00"}');
  assert.equal(code, "validation_failed");
  assert.deepEqual(faults.map(({ pointer }) => pointer), ["/a/1", "/b/\ufffd", "/c"]);
  assert.equal((await errorOf('{"__proto__":{}}')).faults[0].pointer, "/__proto__");
  assert.equal((await errorOf('{"\\u005f_proto__":{}}')).faults[0].pointer, "/__proto__");
  assert.deepEqual(await valueOf('"\\ud83d\\ude00"'), "\u{1f600}");
});

Deno.test("a body with another content type, charset or content encoding is unsupported", async () => {
  const refused: Record<string, string>[] = [
    { "content-type": "text/plain" },
    { "content-type": "application/jsonp" },
    { "content-type": "application/json; charset=latin1" },
    { "content-type": "application/json", "content-encoding": "gzip" },
  ];
  for (const headers of refused) {
    assert.equal(await codeOf(readJsonBody(request("{}", headers), { mayBeEmpty: false })), "unsupported_media_type");
  }
  const accepted = request("{}", { "content-type": "Application/JSON; Charset=UTF-8" });
  assert.deepEqual(await readJsonBody(accepted, { mayBeEmpty: false }), {});
});

Deno.test("a body without a content type is unsupported", async () => {
  const stream = new Response("{}").body;
  assert.equal(await codeOf(readJsonBody(request(stream, {}), { mayBeEmpty: false })), "unsupported_media_type");
});

Deno.test("a body of the largest size is read, and one byte more or an endless body is too large", async () => {
  const limit = 16 * 1024 * 1024;
  const options = { mayBeEmpty: false, maxBytes: limit };
  const sized = (bytes: number): Uint8Array<ArrayBuffer> => new Uint8Array(bytes).fill(0x20);
  assert.equal(await codeOf(readJsonBody(request(sized(limit)), options)), "malformed_json");
  assert.equal(await codeOf(readJsonBody(request(sized(limit + 1)), options)), "body_too_large");
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent++;
      controller.enqueue(sized(1024 * 1024));
    },
  });
  assert.equal(await codeOf(readJsonBody(request(endless), options)), "body_too_large");
  assert.ok(sent < 20, `${sent} MiB were read of an endless body`);
});

Deno.test("a million objects, lists or texts are refused before they are parsed", async () => {
  const parse = JSON.parse;
  let parsed = 0;
  JSON.parse = (...given) => (parsed++, parse(...given));
  try {
    for (const item of ["{}", "[]", '""']) {
      const error = await errorOf(`[${Array(1_000_000).fill(item).join(",")}]`);
      assert.equal(error.code, "validation_failed", item);
      assert.equal(error.message, "Cannot read a body of more than 320000 names, texts, lists and objects");
    }
    assert.equal(parsed, 0);
  } finally {
    JSON.parse = parse;
  }
  assert.equal(await valueOf(`[${Array(1_000_000).fill("1").join(",")}]`) instanceof Array, true);
});

Deno.test("a body of more than 64 KiB is returned unparsed on request, after its depth and size are checked", async () => {
  const options = { mayBeEmpty: false, maxBytes: 16 * 1024 * 1024, leavesLargeUnread: true };
  const read = async (text: string): Promise<unknown> => await readJsonBody(request(text), options);
  assert.deepEqual(await read(JSON.stringify("x".repeat(65_534))), "x".repeat(65_534));
  const unread = await read("no JSON".repeat(10_000));
  assert.ok(unread instanceof UnreadBody);
  assert.equal(new TextDecoder().decode(unread.bytes), "no JSON".repeat(10_000));
  assert.equal(await codeOf(read("[".repeat(70_000))), "malformed_json");
  assert.equal(await codeOf(read('"",'.repeat(400_000))), "validation_failed");
});

Deno.test("the reading of a body stops where it exceeds the limit of values or of depth", async () => {
  for (const [item, code] of [["{},", "validation_failed"], ["[", "malformed_json"]]) {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent++;
        controller.enqueue(new TextEncoder().encode(item.repeat(20_000)));
      },
    });
    const options = { mayBeEmpty: false, maxBytes: 16 * 1024 * 1024 };
    assert.equal(await codeOf(readJsonBody(request(endless), options)), code);
    assert.ok(sent <= 20, `${sent} times 20,000`);
  }
});

Deno.test("faults below a very long name are listed only as far as they fit into a response", async () => {
  const texts = Array(100).fill('"\\u0000"').join(",");
  const { faults } = await errorOf(`{"${"k".repeat(200_000)}":[${texts}]}`);
  assert.deepEqual([faults.length, faults.at(-1)?.detail], [2, "Cannot list 99 more faults"]);
});
