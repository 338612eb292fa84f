/**
 * Attacks a service on loopback, from a process of its own. Reads an order from the standard input and prints the
 * answers that each kind of attack received.
 */
import { request } from "node:https";
import { type Attack, ATTACKS } from "./attacks.ts";

/** Order for an attack on a service, read as JSON from the standard input. */
export interface AttackOrder {
  readonly port: number;
  readonly certificate: string;
  /** API keys of the attacking accounts, used in turn. */
  readonly keys: readonly string[];
  readonly attackers: number;
  readonly durationMs: number;
}

/** Answers to one kind of attack, as JSON on the standard output. */
export interface AttackOutcome {
  readonly name: string;
  /** Number of answers by HTTP status. Status 0 counts connections that the service cut. */
  readonly statuses: Readonly<Record<string, number>>;
}

if (import.meta.main) {
  const order: AttackOrder = await new Response(Deno.stdin.readable).json();
  // deno-lint-ignore no-console
  console.log(JSON.stringify(await attack(order)));
  Deno.exit(0);
}

async function attack(order: AttackOrder): Promise<readonly AttackOutcome[]> {
  const until = performance.now() + order.durationMs;
  const counts = ATTACKS.map(() => new Map<number, number>());
  await Promise.all(Array.from({ length: order.attackers }, async (_, attacker) => {
    const kind = attacker % ATTACKS.length;
    const body = ATTACKS[kind].body?.() ?? null;
    while (performance.now() < until) {
      const status = await send(ATTACKS[kind], body, { ...order, key: order.keys[attacker % order.keys.length] });
      counts[kind].set(status, (counts[kind].get(status) ?? 0) + 1);
    }
  }));
  return ATTACKS.map(({ name }, kind) => ({ name, statuses: Object.fromEntries(counts[kind]) }));
}

/** Sends one attack and returns the status of the answer, or 0 where there is none. */
function send(
  { method, path, isSignedIn, chunkBytes }: Attack,
  body: string | null,
  { port, certificate, key }: Pick<AttackOrder, "port" | "certificate"> & { readonly key: string },
): Promise<number> {
  return new Promise((resolve) => {
    const headers = { "content-type": "application/json", ...isSignedIn && { "x-api-key": key } };
    const sent = request({ host: "localhost", port, path, method, ca: certificate, headers }, (answer) => {
      answer.resume();
      answer.on("close", () => resolve(answer.statusCode ?? 0));
    });
    sent.on("error", () => resolve(0));
    if (chunkBytes !== undefined && body !== null) {
      for (let at = 0; at < body.length; at += chunkBytes) sent.write(body.slice(at, at + chunkBytes));
      sent.end();
    } else if (body !== null) {
      sent.setHeader("content-length", body.length);
      sent.end(body);
    } else sent.end();
  });
}
