import assert from "node:assert/strict";
import { Browser, newEmail, PASSWORD, type Reply } from "../support/browser.ts";
import { type RunningService, runService } from "../support/running_service.ts";

const LIMITED = { environment: { RATE_LIMITS: "on" } };

/** A clock that stands still, so that no test runs over the end of a minute. */
function stoppedClock(): { aheadMs: number; standsStill: true } {
  return { aheadMs: 0, standsStill: true };
}

async function repeat(times: number, act: (index: number) => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let index = 0; index < times; index++) replies.push(await act(index));
  return replies;
}

const codes = (replies: readonly Reply[]) => replies.map(({ status, body }) => status === 200 ? "200" : body.code);
const alike = (count: number, code: string) => Array<string>(count).fill(code);
const guess = (service: RunningService, email: string, password = "Wrong horse") =>
  new Browser(service).logIn(email, password);

Deno.test("ten wrong passwords a minute are checked for an account, known or not, and the eleventh is refused alike", async () => {
  const clock = stoppedClock();
  await using service = await runService({ ...LIMITED, clock });
  const known = newEmail();
  await new Browser(service).signUp(known);
  for (const email of [known, newEmail()]) {
    const replies = await repeat(11, () => guess(service, email));
    assert.deepEqual(codes(replies), [...alike(10, "invalid_credentials"), "rate_limited"]);
    assert.ok(Number(replies[10].headers.get("retry-after")) <= 60);
  }
  assert.equal((await guess(service, known, PASSWORD)).status, 429, "the right one neither, until the minute is over");
  clock.aheadMs += 60_000;
  assert.equal((await guess(service, known, PASSWORD)).status, 200);
});

Deno.test("right passwords are not counted as failures", async () => {
  await using service = await runService({ ...LIMITED, clock: stoppedClock() });
  const email = newEmail();
  await new Browser(service).signUp(email);
  const replies = await repeat(15, () => guess(service, email, PASSWORD));
  assert.deepEqual(codes(replies), alike(15, "200"));
});

Deno.test("forty right passwords side by side all sign in, though only ten wrong ones would be checked", async () => {
  await using service = await runService({ ...LIMITED, clock: stoppedClock() });
  const email = newEmail();
  await new Browser(service).signUp(email);
  const replies = await Promise.all(Array.from({ length: 40 }, () => guess(service, email, PASSWORD)));
  assert.deepEqual(codes(replies), alike(40, "200"));
  const wrong = await Promise.all(Array.from({ length: 11 }, () => guess(service, email)));
  assert.deepEqual(codes(wrong).sort(), [...alike(10, "invalid_credentials"), "rate_limited"]);
});

Deno.test("thirty failures a minute come from one address, whatever they try", async () => {
  await using service = await runService({ ...LIMITED, clock: stoppedClock() });
  const browser = new Browser(service);
  const replies = await repeat(32, (index) => {
    if (index % 3 === 0) return guess(service, newEmail());
    if (index % 3 === 1) return browser.send("POST", "/auth/refresh");
    return browser.send("POST", "/auth/email/verify/confirm", { body: { token: "made up" } });
  });
  assert.deepEqual(codes(replies).slice(30), ["rate_limited", "rate_limited"]);
  assert.ok(codes(replies).slice(0, 30).every((code) => code !== "rate_limited"));
});

Deno.test("the public routes take sixty requests a minute from one address", async () => {
  await using service = await runService({ ...LIMITED, clock: stoppedClock() });
  const browser = new Browser(service);
  const body = { email: newEmail() };
  const replies = await repeat(61, () => browser.send("POST", "/auth/password/reset/request", { body }));
  assert.deepEqual(codes(replies), [...alike(60, "200"), "rate_limited"]);
});
