import { createHash } from "node:crypto";
import { type Browser, verifiedBrowser } from "../../support/browser.ts";
import { type RunningService, runService } from "../../support/running_service.ts";
import { ended, submitted } from "../../support/runs_over_https.ts";
import { withoutMarks } from "../../support/without_marks.ts";
import { JOB_OF_RUN_REQUESTS, type JobOfRunRequest, RUN_REQUESTS } from "./requests.ts";

/** Path of the file with the recorded size and digest of each stored document. */
export const RECORDED_DOCUMENTS = new URL("../../fixtures/stored_bytes.json", import.meta.url);

/**
 * Texts of stored documents. The key is the name of the request and the name of the document, with a slash between
 * them. The same code produces the same texts on every machine.
 */
export type StoredDocuments = ReadonlyMap<string, string>;

/**
 * Runs the requests of `RUN_REQUESTS` with the given names on a new service, and then the simulations and backtests of
 * these runs. Returns the documents of each job: its listed files, its config, and its status with its error.
 */
export async function storedDocuments(runs: readonly string[] = Object.keys(RUN_REQUESTS)): Promise<StoredDocuments> {
  await using service = await runService({ environment: { DEFAULT_PLAN: "enterprise", WORKERS: "1" } });
  const person = await verifiedBrowser(service);
  const jobIds = new Map<string, string>();
  for (const name of runs) jobIds.set(name, await submitted(person, RUN_REQUESTS[name]));
  for (const id of [...jobIds.values()]) await ended(person, id);
  for (const [name, request] of Object.entries(JOB_OF_RUN_REQUESTS).filter(([, { of }]) => runs.includes(of))) {
    jobIds.set(name, await submittedJobOfRun(person, request, jobIds));
  }
  for (const [name, id] of await chainedOf(person)) jobIds.set(name, id);
  const documents = new Map<string, string>();
  for (const [name, id] of jobIds) {
    for (const [file, text] of await documentsOf(service, person, id)) documents.set(`${name}/${file}`, text);
  }
  return documents;
}

/** Returns the size in bytes and the SHA-256 digest of a stored document. */
export function digestOf(text: string): { readonly bytes: number; readonly sha256: string } {
  const bytes = new TextEncoder().encode(text);
  return { bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

async function submittedJobOfRun(
  person: Browser,
  { of, kind, body }: JobOfRunRequest,
  runIds: ReadonlyMap<string, string>,
): Promise<string> {
  const reply = await person.send("POST", `/runs/${runIds.get(of)}/${kind}`, { body });
  if (reply.status !== 202) throw new Error(`Cannot submit ${kind}: ${JSON.stringify(reply.body)}`);
  return kind === "backtest" ? reply.body.backtest_run_id : reply.body.mc_run_id;
}

/**
 * Test helper. Returns the simulation that the service started because a run request contained `monte_carlo`, as a name
 * and a job id. It is recognised by its own name, "Then".
 */
async function chainedOf(person: Browser): Promise<readonly (readonly [string, string])[]> {
  const { body: { items } } = await person.send("GET", "/mc?limit=100");
  const own: readonly { name: string | null; mc_run_id: string }[] = items;
  return own.filter(({ name }) => name === "Then").map(({ mc_run_id }) => ["chained simulation", mc_run_id] as const);
}

async function documentsOf(service: RunningService, person: Browser, id: string): Promise<readonly [string, string][]> {
  const { status, error } = await ended(person, id);
  const documents: [string, string][] = [["outcome", JSON.stringify({ status, error })], [
    "config",
    await configOf(person, id),
  ]];
  const { body: { items } } = await person.send("GET", `/jobs/${id}/artifacts`);
  for (const { name, url } of items) {
    documents.push([name, await (await service.fetch(new URL(url).pathname)).text()]);
  }
  return documents.map(([name, text]) => [name, withoutMarks(text)]);
}

async function configOf(person: Browser, id: string): Promise<string> {
  const path = { run: `/jobs/${id}/config`, mc: `/mc/${id}`, bt: `/backtests/${id}` }[id.slice(0, id.indexOf("_"))];
  if (path === undefined) throw new Error(`Cannot find a config of ${id}`);
  const { body } = await person.send("GET", path);
  return JSON.stringify(id.startsWith("run_") ? body : body.config);
}
