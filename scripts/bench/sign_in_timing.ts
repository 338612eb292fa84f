import { type RunningService, runService } from "../../tests/support/running_service.ts";

/** What somebody tries at the sign-in. */
interface Attempt {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

interface Timing {
  readonly name: string;
  readonly medianMs: number;
}

const ROUNDS = 50;
const WARM_UP_ROUNDS = 5;
const ALLOWED_SPREAD = 0.1;

const EMAIL = "known@example.com";
const PASSWORD = "Correct horse";

const ATTEMPTS: readonly Attempt[] = [
  { name: "known address, right password", email: EMAIL, password: PASSWORD },
  { name: "known address, wrong password", email: EMAIL, password: "Wrong horse" },
  { name: "unknown address, that password", email: "unknown@example.com", password: PASSWORD },
  { name: "unknown address, another password", email: "unknown@example.com", password: "Wrong horse" },
];

if (import.meta.main) Deno.exit(await main());

/** Times sign-ins over HTTPS and prints their medians; the exit code is 1 where they differ by more than a tenth. */
async function main(): Promise<number> {
  await using service = await runService();
  await signIn(service, "/auth/signup", { email: EMAIL, password: PASSWORD, full_name: "Known" });
  const timings = await timed(service);
  const least = Math.min(...timings.map(({ medianMs }) => medianMs));
  const spread = Math.max(...timings.map(({ medianMs }) => medianMs)) / least - 1;
  for (const { name, medianMs } of timings) {
    say(`${name.padEnd(36)} ${medianMs.toFixed(2).padStart(8)} ms  +${((medianMs / least - 1) * 100).toFixed(1)} %`);
  }
  say(`medians of ${ROUNDS} each lie within ${(spread * 100).toFixed(1)} %`);
  return spread <= ALLOWED_SPREAD ? 0 : 1;
}

/** One attempt of each kind in turn, beginning with another one in each round: what slows the machine slows all alike. */
async function timed(service: RunningService): Promise<readonly Timing[]> {
  const durations = new Map(ATTEMPTS.map(({ name }) => [name, [] as number[]]));
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (let turn = 0; turn < ATTEMPTS.length; turn++) {
      const { name, email, password } = ATTEMPTS[(turn + round + WARM_UP_ROUNDS) % ATTEMPTS.length];
      const started = performance.now();
      await signIn(service, "/auth/login", { email, password });
      if (round >= 0) durations.get(name)?.push(performance.now() - started);
    }
  }
  return [...durations].map(([name, values]) => ({ name, medianMs: medianOf(values) }));
}

async function signIn(service: RunningService, path: string, body: Readonly<Record<string, string>>): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await service.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  await response.body?.cancel();
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function say(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
