import assert from "node:assert/strict";
import { conformanceFixture } from "../support/conformance_fixture.ts";
import { conformanceScenario, conformanceSuite } from "../support/conformance_suite.ts";
import { connectedAssistant, type Revision, REVISIONS } from "../support/connected_assistant.ts";
import { verifiedBrowser } from "../support/browser.ts";
import { freePort } from "../support/free_port.ts";
import { isListening } from "../support/is_listening.ts";
import { decide, OAuthClient } from "../support/oauth_client.ts";
import { runService } from "../support/running_service.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { fullTest } from "../support/tier.ts";
import { tokenProxy } from "../support/token_proxy.ts";
import { until } from "../support/until.ts";

/** Scenarios that need no tools of their own, which our endpoint itself must pass. */
const OURS: Readonly<Record<Revision, readonly string[]>> = {
  "2026-07-28": [
    "tools-list",
    "server-sse-multiple-streams",
    "resources-list",
    "sep-2164-resource-not-found",
    "prompts-list",
    "caching",
    "input-required-result-unsupported-methods",
    "http-header-validation",
  ],
  "2025-11-25": ["server-initialize", "ping", "tools-list", "resources-list", "prompts-list"],
};

const SESSION = "it asks the client within a call, for which a server must remember the client; ours keeps no session";
const TASKS =
  "an extension that the revision does not score; it needs tools that ask and fail as tasks, and our tasks " +
  "are jobs, which grants_test.ts walks";

/** Scenarios that a server of fixtures behind our handler does not pass, with the reason of each. */
const LEFT_OUT: Readonly<Record<Revision, Readonly<Record<string, string>>>> = {
  "2026-07-28": {
    "dns-rebinding-protection": "for local servers without TLS and sign-in; bad_input_test.ts tries foreign origins",
    "http-custom-header-server-validation": "not scored; no tool of ours has an argument that a header repeats",
    "tasks-lifecycle": TASKS,
    "tasks-capability-negotiation": TASKS,
    "tasks-wire-fields": TASKS,
    "tasks-request-state-removal": TASKS,
    "tasks-mrtr-input": TASKS,
    "tasks-request-headers": TASKS,
    "tasks-dispatch-and-envelope": TASKS,
    "tasks-status-notifications": TASKS,
    "tasks-required-task-error": TASKS,
    "tasks-mrtr-composition": TASKS,
  },
  "2025-11-25": {
    "dns-rebinding-protection": "for local servers without TLS and sign-in; bad_input_test.ts tries foreign origins",
    "logging-set-level": "a level would have to outlast its message; ours keeps no session and tells no log",
    "tools-call-with-logging": "the server tells no log",
    "tools-call-sampling": SESSION,
    "tools-call-elicitation": SESSION,
    "elicitation-sep1034-defaults": SESSION,
    "elicitation-sep1330-enums": SESSION,
    "resources-subscribe": "a subscription would have to outlast its message; the newest revision has streams for it",
    "resources-unsubscribe": "as resources-subscribe",
    "server-session-lifecycle": "there are no sessions",
    "server-sse-polling": "not scored; no stream is resumed, because every call is good for itself",
    "server-sse-multiple-streams": "it tries streams of one session",
  },
};

Deno.test("the endpoint of connectors lists its tools as the suite of the protocol has it", async () => {
  const service = await sharedService(QUEUED);
  await using assistant = await connectedAssistant(service);
  await using proxy = await tokenProxy(service, assistant.token);
  const asked = { url: `${proxy.url}/mcp`, revision: "2026-07-28" };
  const { text, passed, failed } = await conformanceScenario("tools-list", asked);
  assert.ok(passed > 0 && failed === 0, text);
});

for (const revision of REVISIONS) {
  Deno.test(fullTest(
    `the endpoint passes every scenario of ${revision} that needs no fixtures`,
    { heldBy: "the endpoint of connectors lists its tools as the suite of the protocol has it" },
    async () => {
      const service = await sharedService(QUEUED);
      await using assistant = await connectedAssistant(service);
      await using proxy = await tokenProxy(service, assistant.token);
      const given = ["server", "--url", `${proxy.url}/mcp`, "--requirements", revision];
      const { outcomes, text } = await conformanceSuite(given);
      for (const scenario of OURS[revision]) {
        const { passed, failed } = outcomes.get(scenario) ?? { passed: 0, failed: 0 };
        assert.ok(passed > 0 && failed === 0, `${scenario}:\n${text}`);
      }
    },
  ));

  Deno.test(fullTest(
    `fixtures behind the handler of connectors pass every scenario of ${revision} that is not left out with a reason`,
    { heldBy: "the endpoint of connectors lists its tools as the suite of the protocol has it" },
    async () => {
      await using fixture = conformanceFixture();
      const { outcomes, text } = await conformanceSuite(["server", "--url", fixture.url, "--requirements", revision]);
      const notPassed = [...outcomes].filter(([, { passed, failed }]) => failed > 0 || passed === 0);
      assert.deepEqual(notPassed.map(([name]) => name).sort(), Object.keys(LEFT_OUT[revision]).sort(), text);
      assert.ok(outcomes.size > 30, text);
    },
  ));
}

Deno.test(
  fullTest("the authorization server passes the suite, from its metadata to a token", {
    heldBy: "the endpoint of connectors lists its tools as the suite of the protocol has it",
  }, async () => {
    const port = freePort();
    const issuer = `https://localhost:${port}`;
    await using service = await runService({ environment: { ...QUEUED, HTTPS_PORT: `${port}`, PUBLIC_URL: issuer } });
    await using folder = await temporaryFolder();
    const certificate = `${folder.path}/certificate.pem`;
    await Deno.writeTextFile(certificate, service.certificate);
    const callbackPort = freePort();
    const redirect = `http://127.0.0.1:${callbackPort}/callback`;
    const person = await verifiedBrowser(service);
    const { id } = await OAuthClient.register(service, { redirect_uris: [redirect] });
    const allow = async (address: string): Promise<void> => {
      const { pathname, search } = new URL(address);
      const { headers } = await service.fetch(`${pathname}${search}`, { redirect: "manual" });
      const request = new URL(headers.get("location") ?? "about:blank").searchParams.get("request") ?? "";
      const { body } = await decide(person, request, ["jobs:read"]);
      // The suite tells the address before it listens for the answer.
      await until(() => isListening(callbackPort), "the suite to listen for the answer");
      await (await fetch(body.redirect_to)).body?.cancel();
    };
    let allowed: Promise<void> | null = null;
    const given = ["--client-id", id, "--resource", `${issuer}/mcp`, "--port", `${callbackPort}`];
    const { outcomes, text } = await conformanceSuite(["authorization", "--url", issuer, ...given], {
      certificate,
      onText(told) {
        const address = /^https:\S+\/oauth\/authorize\?\S+(?=\n)/m.exec(told)?.[0];
        if (address !== undefined) allowed ??= allow(address);
      },
    });
    await allowed;
    assert.deepEqual([...outcomes], [
      ["authorization-server-metadata-endpoint", { passed: 2, failed: 0 }],
      ["authorization-code-grant", { passed: 1, failed: 0 }],
    ], text);
  }),
);
