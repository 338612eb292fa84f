/**
 * Sends hostile workbooks to a service on loopback from a process of its own, as its standard input says, and prints
 * what each of them got.
 */
import { HOSTILE_WORKBOOKS } from "../../tests/support/hostile_workbooks.ts";
import { PromptClient } from "./prompt_client.ts";

/** What to send them to, as JSON on standard input. */
export interface ImportOrder {
  readonly port: number;
  readonly certificate: string;
  readonly accessToken: string;
  readonly durationMs: number;
}

/** What a workbook got, as JSON on standard output. */
export interface ImportOutcome {
  readonly name: string;
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly slowestMs: number;
}

/** What this prints when the workbooks are made, and the first are about to be sent. */
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

/** All of them at once, and each again as soon as it is answered. */
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
      // Who is told to come later does, if sooner than told.
      if (status === 503) await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    return { name: HOSTILE_WORKBOOKS[i].name, statuses: Object.fromEntries(statuses), slowestMs };
  }));
}
