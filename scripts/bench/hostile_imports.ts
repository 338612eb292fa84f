/**
 * Sends hostile workbooks to a service on loopback, from a process of its own. Reads an order from the standard input
 * and prints the answers that each workbook received.
 */
import { HOSTILE_WORKBOOKS } from "../../tests/support/hostile_workbooks.ts";
import { PromptClient } from "./prompt_client.ts";

/** Order for sending hostile workbooks, as JSON on the standard input. */
export interface ImportOrder {
  readonly port: number;
  readonly certificate: string;
  readonly accessToken: string;
  readonly durationMs: number;
}

/** Answers that one hostile workbook received, as JSON on the standard output. */
export interface ImportOutcome {
  readonly name: string;
  /** Number of answers to a hostile workbook by HTTP status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly slowestMs: number;
}

/** Line that the script prints when all workbooks are made and the first ones are about to be sent. */
export const SENDING = "sending";

if (import.meta.main) {
  const order: ImportOrder = await new Response(Deno.stdin.readable).json();
  const bodies = HOSTILE_WORKBOOKS.map(({ file }) => JSON.stringify({ content_base64: file().toBase64() }));
  // deno-lint-ignore no-console
  console.log(SENDING);
  // deno-lint-ignore no-console
  console.log(JSON.stringify(await sendAll(bodies, order)));
  Deno.exit(0);
}

/** Sends all workbooks at the same time, and each one again as soon as it is answered, until the time is over. */
async function sendAll(bodies: readonly string[], order: ImportOrder): Promise<readonly ImportOutcome[]> {
  const { port, certificate, accessToken, durationMs } = order;
  const headers = { "content-type": "application/json", authorization: `Bearer ${accessToken}` };
  const client = new PromptClient({ port, certificate, headers });
  const until = performance.now() + durationMs;
  return await Promise.all(bodies.map(async (body, i) => {
    const statuses = new Map<number, number>();
    let slowestMs = 0;
    while (performance.now() < until) {
      const began = performance.now();
      const { status } = await client.send("POST", "/holdings/import", body);
      slowestMs = Math.max(slowestMs, performance.now() - began);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // Waits a second after an answer of 503, which asks the caller to come back later. This is sooner than the answer
      // asks for.
      if (status === 503) await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    return { name: HOSTILE_WORKBOOKS[i].name, statuses: Object.fromEntries(statuses), slowestMs };
  }));
}
