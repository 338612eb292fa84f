import { PASSWORD_COST } from "../../../src/accounts/passwords.ts";
import { type RunningService, runService } from "../../../tests/support/running_service.ts";
import { medianOf } from "../quantile_of.ts";
import type { Figure, ServiceAnswer, ServiceRow } from "../row.ts";

/** One combination of e-mail address and password that the sign-in benchmark tries. */
interface Attempt {
  readonly name: string;
  readonly email: string;
  readonly password: string;
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

/** Benchmark row of sign-ins over HTTPS. The time of an answer must not reveal whether an address has an account. */
export const signInTiming: ServiceRow = { id: "http: sign-in by what is tried", measure };

async function measure(): Promise<ServiceAnswer> {
  await using service = await runService({ passwordCost: PASSWORD_COST });
  await send(service, "/auth/signup", { email: EMAIL, password: PASSWORD, full_name: "Known" });
  const figures = await medians(service);
  const values = figures.map(({ value }) => value);
  const value = Math.max(...values) / Math.min(...values) - 1;
  const name = `medians of ${ROUNDS} apart`;
  return { figures, promises: [{ name, value, unit: "fraction", at_most: ALLOWED_SPREAD }] };
}

/**
 * Tries each combination in turn, starting with another one in each round, because anything that slows the machine then
 * slows all alike. Returns the median milliseconds of each.
 */
async function medians(service: RunningService): Promise<readonly Figure[]> {
  const durations = new Map(ATTEMPTS.map(({ name }) => [name, [] as number[]]));
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (let turn = 0; turn < ATTEMPTS.length; turn++) {
      const { name, email, password } = ATTEMPTS[(turn + round + WARM_UP_ROUNDS) % ATTEMPTS.length];
      const started = performance.now();
      await send(service, "/auth/login", { email, password });
      if (round >= 0) durations.get(name)?.push(performance.now() - started);
    }
  }
  return [...durations].map(([name, values]) => ({ name, value: medianOf(values), unit: "ms" }));
}

async function send(service: RunningService, path: string, body: Readonly<Record<string, string>>): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await service.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  await response.body?.cancel();
}
