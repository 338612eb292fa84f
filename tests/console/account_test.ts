import assert from "node:assert/strict";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { Browser, newEmail, PASSWORD, unverifiedBrowser, verifiedBrowser } from "../support/browser.ts";
import { HAS_BROWSER } from "../support/console_browser.ts";
import { inConsole, pathInMail, signedInTab, signInAt } from "../support/console_person.ts";
import { runService } from "../support/running_service.ts";
import { csvOf, madeUpload, putFile } from "../support/sent_upload.ts";
import { pricesBody } from "../support/submission.ts";
import { fullTest } from "../support/tier.ts";
import { until } from "../support/until.ts";

if (!HAS_BROWSER) noteAbsentProgram("Chromium");

const NEXT_PASSWORD = "Better battery";
const NAME = "Ada Lovelace";

Deno.test("the endpoints of which the account page is made answer a person who has just signed up and confirmed the address", async () => {
  await using service = await runService();
  const person = await verifiedBrowser(service);
  const paths = [
    "/users/me",
    "/billing/me",
    "/auth/sessions",
    "/auth/api-clients",
    "/auth/api-keys",
    "/users/me/mcp-grants",
    "/uploads",
  ];
  for (const path of paths) assert.equal((await person.send("GET", path)).status, 200, path);
});

Deno.test(fullTest(
  "every part of the account page is without a finding of axe, and its address opens it again",
  {
    heldBy:
      "the endpoints of which the account page is made answer a person who has just signed up and confirmed the address",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const { tab } = await signedInTab(service, browser);
    for (const part of ["Profile", "Plan and usage", "Sessions", "API keys", "Uploads", "Connectors", "Deletion"]) {
      await tab.open("/app/account");
      await tab.click("tab", part);
      const address = String(await tab.page.evaluate("location.pathname"));
      await tab.open(address);
      await tab.find("tabpanel", part);
      await tab.until("document.querySelector('[role=tabpanel] .waiting') === null");
      await tab.pictures(`account-${part.toLowerCase().replaceAll(" ", "-")}`);
      assert.deepEqual(await tab.faultsByAxe(), [], part);
    }
  }),
));

Deno.test(fullTest(
  "a display name is saved and shown, and a fault of it is shown at its field",
  {
    heldBy:
      "the endpoints of which the account page is made answer a person who has just signed up and confirmed the address",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const { tab } = await signedInTab(service, browser);
    await tab.open("/app/account");
    await tab.type("Display name", "x".repeat(201));
    await tab.click("button", "Save the name");
    await tab.element('.field input[name="nickname"][aria-invalid="true"]');
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.type("Display name", '<img src=x onerror="fail()">');
    await tab.click("button", "Save the name");
    await tab.reads("The display name is saved");
  }),
));

Deno.test(fullTest(
  "a password is changed with the present one alone, and other sessions end with it",
  {
    heldBy:
      "the endpoints of which the account page is made answer a person who has just signed up and confirmed the address",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const { tab, email } = await signedInTab(service, browser);
    await tab.open("/app/account");
    await tab.type("Current password", "Not the one");
    await tab.type("New password", NEXT_PASSWORD);
    await tab.click("button", "Change the password");
    await tab.element(".notice-fault");
    await tab.type("Current password", PASSWORD);
    await tab.click("button", "Change the password");
    await tab.reads("every other session has ended");
    assert.equal((await new Browser(service).logIn(email, NEXT_PASSWORD)).status, 200);
  }),
));

Deno.test(fullTest(
  "a person ends another session, and then all sessions, which asks all tabs to sign in",
  {
    heldBy:
      "the endpoints of which the account page is made answer a person who has just signed up and confirmed the address",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const { tab, email } = await signedInTab(service, browser);
    const elsewhere = new Browser(service);
    await elsewhere.logIn(email);
    await tab.open("/app/account/sessions");
    const other = await browser.newTab(tab);
    await other.open("/app/account");
    await other.find("heading", "Account");
    await tab.element("tbody tr:nth-child(3)");
    await tab.click("button", `End the session of Deno/${Deno.version.deno}`);
    await tab.reads("The session has ended");
    await tab.click("button", "Sign out everywhere");
    await tab.element("dialog[open]");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.page.click("dialog[open] .button-danger");
    await tab.find("heading", "Sign in");
    await other.find("heading", "Sign in");
    assert.equal((await elsewhere.send("GET", "/users/me")).status, 401);
  }),
));

Deno.test(fullTest(
  "an API key is shown once, works, can be renamed and revoked, and its client deleted",
  {
    heldBy:
      "the endpoints of which the account page is made answer a person who has just signed up and confirmed the address",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const { tab } = await signedInTab(service, browser);
    await tab.open("/app/account/keys");
    await tab.click("button", "New API client");
    await tab.type("Name", "Nightly report");
    await tab.type("Description", "Prints the weights");
    await tab.click("button", "Make the client");
    await tab.click("button", "New key of Nightly report");
    await tab.type("Name", "Server 1");
    await tab.element("dialog[open] fieldset");
    await tab.pictures("new-key");
    assert.deepEqual(await tab.faultsByAxe(), []);
    assert.deepEqual(await tab.smallTargets(), []);
    await tab.click("button", "Make the key");
    const shown = await tab.element(".secret code");
    const key = String(await shown?.evaluate((element) => element.textContent));
    assert.deepEqual(await tab.faultsByAxe(), []);
    assert.equal((await service.fetch("/jobs/active", { headers: { "x-api-key": key } })).status, 200);
    await tab.click("button", "Copy the key");
    // A message beside the dialog would neither be read out nor lie over it.
    await tab.element("dialog[open] .toast");
    await tab.click("button", "Done");
    await tab.gone("dialog[open]");
    assert.ok(!(await tab.page.content()).includes(key));
    const change = await tab.find("button", "Change Server 1");
    await change.focus();
    await tab.page.keyboard.press("Enter");
    await tab.element("dialog[open]");
    await tab.page.keyboard.press("Escape");
    await tab.gone("dialog[open]");
    assert.equal(await change.evaluate((button) => button === button.ownerDocument.activeElement), true);
    await tab.page.keyboard.press("Enter");
    await tab.type("Name", "Server 2");
    await tab.click("button", "Save");
    await tab.click("button", "Revoke Server 2");
    await tab.click("button", "Revoke the key");
    await tab.reads("The key is revoked");
    assert.equal((await service.fetch("/jobs/active", { headers: { "x-api-key": key } })).status, 401);
    await tab.click("button", "Delete Nightly report");
    await tab.click("button", "Delete the client");
    await tab.reads("No API clients yet");
  }),
));

Deno.test(fullTest(
  "a connector's grant is listed, also under a hostile name, and revoked",
  {
    heldBy:
      "the endpoints of which the account page is made answer a person who has just signed up and confirmed the address",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const { tab, email } = await signedInTab(service, browser);
    const member = await service.store.accounts.findByEmail(email);
    const accountId = member?.account.id;
    assert.ok(accountId !== undefined);
    const clientName = "<img src=x onerror=fail()>";
    await service.store.connectorGrants.grant(accountId, {
      clientId: "https://assistant.example/1",
      clientName,
      scopes: ["jobs:read"],
    });
    await tab.open("/app/account/connectors");
    await tab.click("button", `Revoke ${clientName}`);
    await tab.click("button", "Revoke the grant");
    await tab.reads("No connectors");
  }),
));

Deno.test(fullTest(
  "an upload is listed with what is in it, also under a hostile name, and deleted",
  {
    heldBy:
      "the endpoints of which the account page is made answer a person who has just signed up and confirmed the address",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const { tab, email } = await signedInTab(service, browser);
    const person = new Browser(service);
    await person.logIn(email);
    const { dates, series } = pricesBody(3, 60).prices,
      file = csvOf({ dates, series }),
      name = "<img src=x onerror=fail()>";
    const { path } = await madeUpload(person, { bytes: file.length, name });
    assert.equal((await putFile(service, path, file)).status, 200);
    await tab.open("/app/account/uploads");
    await tab.reads("Ready");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.pictures("account-with-uploads");
    await tab.click("button", `Delete ${name}`);
    await tab.click("button", "Delete the upload");
    await tab.reads("No uploads");
  }),
));

Deno.test(fullTest(
  "an account is deleted once its name is typed, and its address is free",
  {
    heldBy:
      "the endpoints of which the account page is made answer a person who has just signed up and confirmed the address",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const { tab, email } = await signedInTab(service, browser);
    await tab.open("/app/account/deletion");
    await tab.click("button", "Delete the account");
    const action = await tab.element("dialog[open] .button-danger:disabled");
    assert.ok(action !== null);
    await tab.type("Your name", NAME);
    await tab.click("button", "Delete everything");
    await tab.find("heading", "Sign in");
    await until(async () => (await new Browser(service).signUp(email)).status === 201, "the address is free");
  }),
));

Deno.test(fullTest(
  "a forgotten password is replaced by the link of a mail, which serves once",
  {
    heldBy:
      "the endpoints of which the account page is made answer a person who has just signed up and confirmed the address",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const email = newEmail();
    await verifiedBrowser(service, email);
    const tab = await browser.newPerson();
    await tab.open("/app/sign-in");
    await tab.click("link", "Forgotten the password?");
    await tab.find("heading", "New password");
    await tab.type("E-mail address", email);
    await tab.click("button", "Send the mail");
    await tab.reads("a mail is on its way");
    assert.deepEqual(await tab.faultsByAxe(), []);
    const link = pathInMail((await service.mailTo(email, 2)).text);
    await tab.open(link);
    await tab.type("New password", "short");
    await tab.click("button", "Set the password");
    await tab.element('[name="new_password"][aria-invalid="true"]');
    await tab.type("New password", NEXT_PASSWORD);
    await tab.click("button", "Set the password");
    await tab.reads("The password is set: sign in with it");
    await tab.type("E-mail address", email);
    await tab.type("Password", NEXT_PASSWORD);
    await tab.click("button", "Sign in");
    await tab.find("heading", "Overview");
    const later = await browser.newPerson();
    await later.open(link);
    await later.type("New password", PASSWORD);
    await later.click("button", "Set the password");
    await later.element(".notice-fault");
    await later.click("link", "Ask for another mail");
    await later.find("heading", "New password");
  }),
));

Deno.test(fullTest(
  "who has not confirmed the address is asked to, and gets another mail",
  {
    heldBy:
      "the endpoints of which the account page is made answer a person who has just signed up and confirmed the address",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const email = newEmail();
    await unverifiedBrowser(service, email);
    const tab = await browser.newPerson();
    await signInAt(tab, email);
    await tab.find("heading", "Confirm your address");
    await tab.click("button", "Send another mail");
    await tab.reads("a mail is on its way");
    await service.mailTo(email, 2);
  }),
));
