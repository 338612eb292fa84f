import assert from "node:assert/strict";
import { uploadedFile } from "../../src/computations/uploaded_file.ts";
import { decodeUploadedHistory } from "../../src/request/uploaded_history.ts";
import { type UploadedRequest, uploadedRequest } from "./uploaded_request.ts";

async function read({ kind, file }: UploadedRequest): Promise<unknown> {
  const bytes = new TextEncoder().encode(file);
  const { history } = await uploadedFile.compute({ bytes, kind, format: "csv", name: null });
  const { table: { dates, assets, values } } = decodeUploadedHistory(history);
  return { dates, assets, values: Array.from(values.data) };
}

function split(request: object): UploadedRequest {
  const uploaded = uploadedRequest(JSON.stringify(request));
  assert.ok(uploaded);
  return uploaded;
}

const ASSETS = ['A, "one"', "B"], NUMBERS = [0.1 + 0.2, -1.5e-7, 1 / 3, 0];

Deno.test("the history of a request too large for a body is read from its upload to the same numbers", async () => {
  const matrix = [NUMBERS.slice(0, 2), NUMBERS.slice(2)];
  const base64 = new Uint8Array(new Float64Array(NUMBERS).buffer).toBase64();
  for (const rows of [{ matrix }, { base64 }]) {
    const { body, ...uploaded } = split({
      scenarios: { assets: ASSETS, ...rows, probabilities: [0.5, 0.5] },
      methods: ["min_cvar"],
    });
    assert.deepEqual(await read({ body, ...uploaded }), { dates: [], assets: ASSETS, values: NUMBERS });
    assert.deepEqual(JSON.parse(body("upl_1")), {
      scenarios: { upload: "upl_1", probabilities: [0.5, 0.5] },
      methods: ["min_cvar"],
    });
  }
  const dates = ["2026-01-01", "2026-01-02"];
  const series = { 'A, "one"': [100.25, 101.5], B: [1 / 3, null] };
  const prices = split({ prices: { dates, series }, methods: ["hrp"] });
  assert.deepEqual(await read(prices), { dates, assets: ASSETS, values: [100.25, 1 / 3, 101.5, NaN] });
  assert.deepEqual(JSON.parse(prices.body("upl_1")), { methods: ["hrp"], prices: { upload: "upl_1" } });
  assert.equal(split({ returns: { dates, series: { A: [0.1, 0.2] } } }).kind, "returns");
  assert.equal(uploadedRequest('{"methods":["hrp"],"moments":{}}'), null);
});
