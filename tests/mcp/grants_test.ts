import assert from "node:assert/strict";
import { TOOLS } from "../../src/connector/tools/mod.ts";
import { type ConnectedAssistant, connectedAssistant, textOf } from "../support/connected_assistant.ts";
import { tokenOf, verifiedBrowser } from "../support/browser.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { clockedService, QUEUED, sharedService } from "../support/shared_service.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
/** Returns the message that subscribes to the changes of a run. */
const listenTo = (runId: string): unknown => ({
  jsonrpc: "2.0",
  id: 1,
  method: "subscriptions/listen",
  params: { notifications: { resourceSubscriptions: [`portfolio://runs/${runId}/summary`] }, _meta: META },
});
const RUN = {
  stocks: [{ exchange: "NSE", ticker: "EXMANGO" }, { exchange: "NSE", ticker: "EXLOTUS" }],
  methods: ["equal_weight"],
};
const headersOf = (method: string, name?: string): Record<string, string> => ({
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": method,
  ...name === undefined ? {} : { "mcp-name": name },
});

async function revoke({ person, connector }: ConnectedAssistant): Promise<void> {
  const { status } = await person.send("DELETE", `/users/me/mcp-grants?client_id=${encodeURIComponent(connector.id)}`);
  assert.equal(status, 204);
}

/** Ways in which a grant ends while its answers are open: what the person does at services of one store. */
const ENDS: Readonly<
  Record<string, (services: readonly RunningService[], assistant: ConnectedAssistant) => Promise<void>>
> = {
  "the owner's revocation": (_services, assistant) => revoke(assistant),
  "the deletion of the account": async (_services, { person }) => {
    assert.equal((await person.send("DELETE", "/users/me")).status, 204);
  },
  "a reset of the password": async (services, { person }) => {
    const { email } = (await person.send("GET", "/users/me")).body;
    await person.send("POST", "/auth/password/reset/request", { body: { email } });
    // Either process may send a mail.
    const mails = () => services.flatMap((service) => service.mails.filter(({ to }) => to === email));
    await until(() => mails().length === 2, "the mail");
    const [mail] = mails().filter(({ subject }) => subject === "Choose a new password");
    assert.ok(mail !== undefined);
    const body = { token: tokenOf(mail), new_password: "Another long horse 7" };
    assert.equal((await person.send("POST", "/auth/password/reset/confirm", { body })).status, 200);
  },
};
const ENDS_WITHIN_MS = 1_000;

Deno.test(
  testInTurn(
    "a revocation, a deletion and a reset end open subscriptions and answers within a second in every process",
    async () => {
      await using folder = await temporaryFolder();
      const environment = { ...QUEUED, KV_PATH: `${folder.path}/kv.sqlite3` };
      await using one = await runService({ environment });
      await using other = await runService({ environment });
      for (const [how, end] of Object.entries(ENDS)) {
        for (const [place, service] of [["the same process", one], ["another process", other]] as const) {
          const person = await verifiedBrowser(one);
          await using assistant = await connectedAssistant(service, { person });
          const endedMs = await msToEnd(service, assistant, () => end([one, other], assistant));
          // deno-lint-ignore no-console
          console.log(`Ended ${Math.round(endedMs)} ms after ${how} in ${place}`);
          assert.ok(endedMs < ENDS_WITHIN_MS, `${how}, ${place}: ${endedMs} ms`);
          await assert.rejects(assistant.client.listTools());
        }
      }
    },
  ),
);

/** Opens a subscription and a call that waits, ends their grant, and returns the milliseconds until both have ended. */
async function msToEnd(
  service: RunningService,
  { person, post }: ConnectedAssistant,
  end: () => Promise<void>,
): Promise<number> {
  const { body: { run_id } } = await person.send("POST", "/jobs", { body: RUN });
  const stream = await post(listenTo(run_id), { headers: headersOf("subscriptions/listen") });
  assert.equal(stream.headers.get("content-type"), "text/event-stream");
  const given = { name: "get_run", arguments: { run_id, wait_seconds: 20 }, _meta: META };
  const call = { jsonrpc: "2.0", id: 2, method: "tools/call", params: given };
  const waiting = post(call, { headers: headersOf("tools/call", "get_run") });
  const { eventStreams } = service.service.dependencies;
  await until(() => eventStreams.open > 0, "the subscription");
  const ended = Promise.all([stream.text(), waiting]).then((both) => [...both, performance.now()] as const);
  await end();
  const endedAt = performance.now();
  const [events, answer, doneAt] = await ended;
  assert.match(events, /acknowledged/);
  assert.equal(answer.status, 401);
  assert.match(answer.headers.get("www-authenticate") ?? "", /resource_metadata=/);
  await answer.body?.cancel();
  await until(() => eventStreams.open === 0, "the end of the subscription");
  return doneAt - endedAt;
}

Deno.test(testInTurn("a call outlasts its token, and a subscription ends with it", async () => {
  const { service, clock } = await clockedService(QUEUED);
  await using assistant = await connectedAssistant(service);
  const { body: { run_id } } = await assistant.person.send("POST", "/jobs", { body: RUN });
  const { jobs } = service.service.dependencies;
  const get = jobs.get;
  let looks = 0;
  jobs.get = (...given) => {
    looks++;
    return get.apply(jobs, given);
  };
  const call = {
    jsonrpc: "2.0",
    id: 2,
    method: "tools/call",
    params: { name: "get_run", arguments: { run_id, wait_seconds: 3 }, _meta: META },
  };
  const waiting = assistant.post(call, { headers: headersOf("tools/call", "get_run") });
  await until(() => looks > 1, "the wait");
  jobs.get = get;
  const stream = await assistant.post(listenTo(run_id), { headers: headersOf("subscriptions/listen") });
  clock.aheadMs = 16 * 60_000;
  const answer = await waiting;
  assert.deepEqual([answer.status, (await answer.json()).result.structuredContent.run_id], [200, run_id]);
  await stream.text();
}));

Deno.test(testInTurn("a subscription hears of the change of its run by any process", async () => {
  const service = await sharedService(QUEUED);
  await using assistant = await connectedAssistant(service);
  const { body: { run_id } } = await assistant.person.send("POST", "/jobs", { body: RUN });
  const controller = new AbortController();
  const options = { headers: headersOf("subscriptions/listen"), signal: controller.signal };
  const { body: events } = await assistant.post(listenTo(run_id), options);
  assert.ok(events !== null);
  const reader = events.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  const listening = (async () => {
    for (let read = await reader.read(); !read.done; read = await reader.read()) heard += read.value;
  })().catch(() => undefined);
  const changes = (): number => heard.split("notifications/resources/updated").length - 1;
  await until(() => changes() === 1, "the first look");
  await assistant.person.send("POST", `/jobs/${run_id}/cancel`);
  await until(() => changes() === 2, "the change");
  controller.abort();
  await listening;
}));

Deno.test("a client of tasks gets the id of its run at once, follows and cancels it, and no other client does", async () => {
  const service = await sharedService(QUEUED);
  await using assistant = await connectedAssistant(service);
  const capabilities = { extensions: { "io.modelcontextprotocol/tasks": {} } };
  const ask = async (method: string, params: Record<string, unknown>, declared: unknown = capabilities) => {
    const _meta = { ...META, "io.modelcontextprotocol/clientCapabilities": declared };
    const name = String(params.name ?? params.taskId);
    const body = { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } };
    return await (await assistant.post(body, { headers: headersOf(method, name) })).json();
  };
  const run = { assets: ["NSE:EXMANGO", "NSE:EXLOTUS"], methods: ["equal_weight"] };
  const { result: task } = await ask("tools/call", { name: "submit_run", arguments: run });
  assert.deepEqual([task.resultType, task.status], ["task", "working"]);
  const { taskId } = task;
  assert.equal((await assistant.person.send("GET", `/jobs/${taskId}`)).body.status, "queued");
  assert.equal((await ask("tasks/get", { taskId })).result.status, "working");
  assert.equal((await ask("tasks/get", { taskId }, {})).error.code, -32_021);
  assert.equal((await ask("tasks/get", { taskId: "run_01K00000000000000000000000" })).error.code, -32_602);
  assert.deepEqual((await ask("tasks/update", { taskId, inputResponses: {} })).result.resultType, "complete");
  assert.equal((await ask("tasks/cancel", { taskId })).result.resultType, "complete");
  assert.equal((await ask("tasks/get", { taskId })).result.status, "cancelled");
  assert.equal((await ask("tasks/cancel", { taskId })).result.resultType, "complete");
});

Deno.test("what ends a run or costs apart is asked of the person, where a client can ask", async () => {
  const service = await sharedService(QUEUED);
  await using assistant = await connectedAssistant(service, {
    client: { capabilities: { elicitation: { form: {} } } },
  });
  const { body: { run_id } } = await assistant.person.send("POST", "/jobs", { body: RUN });
  const statusNow = async () => (await assistant.person.send("GET", `/jobs/${run_id}`)).body.status;
  const questions: string[] = [];
  for (const action of ["decline", "accept"] as const) {
    assistant.client.setRequestHandler("elicitation/create", ({ params }) => {
      questions.push(params.message);
      return action === "accept" ? { action, content: { confirm: true } } : { action };
    });
    const { isError = false } = await assistant.client.callTool({ name: "cancel_run", arguments: { run_id } });
    assert.equal(isError, action === "decline");
    assert.equal(await statusNow(), action === "decline" ? "queued" : "cancelled");
  }
  assert.deepEqual(questions, Array(2).fill(`Cancel ${run_id}? Its result is then never computed.`));
});

/** Arguments with which each tool asks a person first, and the question. */
const ASKED: Readonly<Record<string, readonly [given: Record<string, unknown>, question: RegExp]>> = {
  submit_run: [
    { assets: ["NSE:EXMANGO"], methods: ["equal_weight"], monte_carlo: {}, rolling_backtest: {} },
    /^Submit a run with a backtest and a simulation\? /,
  ],
  submit_backtest: [{ run_id: "run_1" }, /^Start a backtest of run_1\? /],
  submit_simulation: [{ run_id: "run_1" }, /^Start a simulation of run_1\? /],
  cancel_run: [{ run_id: "run_1" }, /^Cancel run_1\? /],
};

Deno.test("every tool that ends something or costs apart asks first, and does nothing if the person declines", async () => {
  const service = await sharedService(QUEUED);
  await using assistant = await connectedAssistant(service, {
    client: { capabilities: { elicitation: { form: {} } } },
  });
  const questions: string[] = [];
  assistant.client.setRequestHandler("elicitation/create", ({ params }) => {
    questions.push(params.message);
    return { action: "decline" };
  });
  for (const { name, hints } of TOOLS) {
    const [given, question] = ASKED[name] ?? [];
    assert.equal(given !== undefined, !hints.readOnlyHint, name);
    if (given === undefined || question === undefined) continue;
    const answer = await assistant.client.callTool({ name, arguments: given });
    assert.match(textOf(answer), /^The person did not confirm this/, name);
    assert.match(questions.pop() ?? "", question);
  }
  assert.deepEqual((await assistant.person.send("GET", "/jobs/history")).body.items, []);
});
