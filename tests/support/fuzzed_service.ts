import assert from "node:assert/strict";
import { verifiedBrowser } from "./browser.ts";
import { runService } from "./running_service.ts";
import { succeeded } from "./runs_over_https.ts";
import { fuzzByDocument, type Fuzzed } from "./schemathesis.ts";
import { pricesBody } from "./submission.ts";

/**
 * Test helper. Starts a service with one succeeded run and fuzzes it with requests generated from the OpenAPI document.
 * The requests use a person's access token or an API key.
 */
export async function fuzzedService(
  credential: "token" | "key",
  { cases, seed }: { cases: number; seed: number },
): Promise<Fuzzed> {
  await using service = await runService({ environment: { WORKERS: "1", DEFAULT_PLAN: "enterprise" } });
  const person = await verifiedBrowser(service);
  const runId = await succeeded(person, pricesBody(3, 60));
  const { body: client } = await person.send("POST", "/auth/api-clients", { body: { name: "client" } });
  const wanted = { client_id: client.id, name: "key", scopes: ["*"] };
  const { status, body: key } = await person.send("POST", "/auth/api-keys", { body: wanted });
  assert.equal(status, 201, JSON.stringify(key));
  const header = credential === "key" ? `X-API-Key: ${key.key}` : `Authorization: Bearer ${person.accessToken}`;
  return await fuzzByDocument(service, { header, cases, seed, known: { run_id: runId } });
}
