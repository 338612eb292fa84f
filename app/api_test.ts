import assert from "node:assert/strict";
import { fakePage, json } from "../tests/support/fake_page.ts";

const page = fakePage();
const { api, changed } = await import("./api.ts");

const params = { path: { template_id: "tpl_1" } };

/** Renames a template, and tells how often what there still is was read. */
async function rename(): Promise<{ readonly refusal: string | null; readonly rereads: number }> {
  let rereads = 0;
  const reread = () => Promise.resolve(void rereads++);
  const refusal = await changed(api.PATCH("/templates/{template_id}", { params, body: { name: "New" } }), {
    what: "template",
    reread,
  }).then(() => null, (error) => error.message);
  return { refusal, rereads };
}

Deno.test("a change of what was deleted meanwhile says so once the list was read again, and any other refusal is itself", async () => {
  page.answer = () => json(404, { code: "not_found", detail: 'Cannot find template "tpl_1"' });
  assert.deepEqual(await rename(), {
    refusal: "This template is not there any more: it was deleted meanwhile",
    rereads: 1,
  });
  page.answer = () => json(422, { code: "invalid", detail: "The name is too long" });
  assert.deepEqual(await rename(), { refusal: "The name is too long", rereads: 0 });
  page.answer = () => json(200, { template_id: "tpl_1" });
  assert.deepEqual(await rename(), { refusal: null, rereads: 0 });
});
