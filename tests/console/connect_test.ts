import assert from "node:assert/strict";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { Browser, newEmail, PASSWORD, verifiedBrowser } from "../support/browser.ts";
import { BROWSERS, HAS_BROWSER, openBrowser } from "../support/console_browser.ts";
import { keyboardAt, mouseAt } from "../support/console_hands.ts";
import { inConsole, signedInTab } from "../support/console_person.ts";
import { OAuthClient } from "../support/oauth_client.ts";
import { runService } from "../support/running_service.ts";
import { fullTest } from "../support/tier.ts";

for (const program of ["Chromium", "Firefox"] as const) {
  if (BROWSERS[program] === undefined) noteAbsentProgram(program);
}

Deno.test("the page of consent has a document of its own, and what it reads answers the person who decides", async () => {
  await using service = await runService();
  const person = await verifiedBrowser(service);
  const connector = await OAuthClient.register(service);
  const id = await connector.request({ scope: "jobs:read analysis:write" });
  const page = await new Browser(service).send("GET", `/app/connect?request=${id}`);
  assert.deepEqual([page.status, /\/app\/assets\/connect-\w+\.js/.test(page.body)], [200, true]);
  assert.match(page.headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/);
  const { scopes } = (await person.send("GET", `/oauth/requests/${id}`)).body;
  const shown = scopes.map(({ scope, is_apart }: { scope: string; is_apart: boolean }) => [scope, is_apart]);
  assert.deepEqual(shown, [["jobs:read", false], ["analysis:write", true]]);
});

const WAYS = {
  "in Chromium": { program: "Chromium", handsAt: mouseAt },
  "in Firefox": { program: "Firefox", handsAt: mouseAt },
  "by keyboard alone": { program: "Chromium", handsAt: keyboardAt },
} as const;

for (const [how, { program, handsAt }] of Object.entries(WAYS)) {
  Deno.test(fullTest(
    `a person signs in, sees who asks, allows fewer scopes, and is led back to the assistant, ${how}`,
    {
      heldBy: "the page of consent has a document of its own, and what it reads answers the person who decides",
      ignore: BROWSERS[program] === undefined,
    },
    async () => {
      await using service = await runService();
      await using browser = await openBrowser(service, { program });
      const email = newEmail();
      await verifiedBrowser(service, email);
      const tab = await browser.newPerson(), hands = handsAt(tab);
      // The browser of the test reaches this service alone, so the assistant's address is a page of it.
      const redirect = `${service.url}/app/help`;
      const connector = await OAuthClient.register(service, { redirect_uris: [redirect], client_name: "<b>Desk</b>" });
      const scope = "jobs:read jobs:write analysis:write";
      await tab.open(`/app/connect?request=${await connector.request({ redirect_uri: redirect, scope })}`);
      await hands.write("E-mail address", email);
      await hands.write("Password", PASSWORD);
      await hands.press("button", "Sign in");
      await tab.reads("<b>Desk</b>");
      await tab.reads(new URL(service.url).host);
      await tab.pictures(`connect-${program}`);
      assert.deepEqual(await tab.faultsByAxe(), []);
      assert.deepEqual(await tab.smallTargets(), []);
      await hands.press("checkbox", "Submit optimization runs, which count against your plan, and cancel them");
      await hands.press("button", "Allow");
      await tab.until("location.search.includes('code=')");
      const answer = new URL(String(await tab.page.evaluate("location.href"))).searchParams;
      const { body } = await connector.exchange(answer.get("code") ?? "", { redirect_uri: redirect });
      assert.deepEqual([answer.get("state"), body.scope], ["state 1", "jobs:read"]);
      assert.deepEqual(browser.complaints, []);
    },
  ));
}

Deno.test(fullTest(
  "a person sees a page where a connector cannot be let in, without a finding of axe",
  {
    heldBy: "the page of consent has a document of its own, and what it reads answers the person who decides",
    ignore: !HAS_BROWSER,
  },
  async () => {
    await using service = await runService();
    await using browser = await openBrowser(service);
    const tab = await browser.newPerson();
    await tab.open(`/oauth/authorize?client_id=${encodeURIComponent("<script>alert(1)</script>")}`);
    await tab.find("heading", "Cannot connect the assistant");
    await tab.reads("The assistant is unknown here");
    await tab.pictures("connect-refused");
    assert.deepEqual(await tab.faultsByAxe(), []);
    // The browser itself complains of the status of the page, and of nothing else.
    assert.deepEqual(browser.complaints.filter((complaint) => !complaint.includes("400")), []);
  },
));

Deno.test(fullTest(
  "a person is warned of a program on their own machine, and a refusal leads back with an error",
  {
    heldBy: "the page of consent has a document of its own, and what it reads answers the person who decides",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const { tab } = await signedInTab(service, browser);
    await tab.open("/app/connect");
    await tab.reads("nothing is asked for now");
    assert.deepEqual(await tab.faultsByAxe(), []);
    const own = "http://127.0.0.1/callback", redirect = `${service.url}/app/help`;
    const connector = await OAuthClient.register(service, { redirect_uris: [own, redirect] });
    await tab.open(`/app/connect?request=${await connector.request({ redirect_uri: own })}`);
    await tab.reads("any program there could give this name");
    await tab.pictures("connect-loopback");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.open(`/app/connect?request=${await connector.request({ redirect_uri: redirect })}`);
    await tab.click("button", "Do not allow");
    await tab.until("location.search.includes('error=access_denied')");
  }),
));
