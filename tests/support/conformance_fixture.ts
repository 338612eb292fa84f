import {
  acceptedContent,
  type CallToolResult,
  createRequestStateCodec,
  type GetPromptResult,
  InMemoryServerEventBus,
  inputRequired,
  type InputRequiredResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { DomainError } from "../../src/domain/errors.ts";
import { answerMessage } from "../../src/http/routes/mcp/answer_message.ts";
import { GrantHold } from "../../src/http/routes/mcp/grant_hold.ts";

/** Server of the tools, prompts and resources that the conformance suite asks for by name. */
export interface ConformanceFixture extends AsyncDisposable {
  readonly url: string;
}

/**
 * Test helper. Serves the fixtures of the conformance suite through the handler of our endpoint, without TLS and
 * without a grant, both of which the suite does not know.
 */
export function conformanceFixture(): ConformanceFixture {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => undefined }, async (request) => {
    const { url, headers, signal } = request;
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const hold = new GrantHold(signal, () => Promise.resolve(true), () => new DomainError("token_invalid", "ended"));
    const answer = await answerMessage({ url, headers, hold, body: await request.json() }, {
      serverOf: fixtureServer,
      bus: new InMemoryServerEventBus(),
      onRefused: () => undefined,
    });
    if (answer.status === 202) return new Response(null, answer);
    return new Response("stream" in answer ? answer.stream : answer.bytes, answer);
  });
  return { url: `http://localhost:${server.addr.port}/mcp`, [Symbol.asyncDispose]: () => server.shutdown() };
}

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";
const image = { type: "image", data: PNG, mimeType: "image/png" } as const;
const words = (text: string) => ({ type: "text", text }) as const;
const states = createRequestStateCodec<string>({ key: crypto.getRandomValues(new Uint8Array(32)) });

type ToolOutcome = CallToolResult | InputRequiredResult;
type FixtureTool = (context: ServerContext, server: Server) => ToolOutcome | Promise<ToolOutcome>;

const NAME = z.object({ name: z.string() });
const askName = inputRequired.elicit({ message: "What is your name?", requestedSchema: NAME });
const askSampling = inputRequired.createMessage({
  messages: [{ role: "user", content: { type: "text", text: "What is the capital of France?" } }],
  maxTokens: 100,
});
const confirm = inputRequired.elicit({ message: "Please confirm", requestedSchema: z.object({ ok: z.boolean() }) });

const TOOLS: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: () => ({ content: [words("This is a simple text response for testing.")] }),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }] }),
  test_embedded_resource: () => ({
    content: [{
      type: "resource",
      resource: {
        uri: "test://embedded-resource",
        mimeType: "text/plain",
        text: "This is an embedded resource content.",
      },
    }],
  }),
  test_multiple_content_types: () => ({
    content: [words("Multiple content types test:"), image, {
      type: "resource",
      resource: {
        uri: "test://mixed-content-resource",
        mimeType: "application/json",
        text: JSON.stringify({ test: "data", value: 123 }),
      },
    }],
  }),
  test_error_handling: () => ({
    isError: true,
    content: [words("This tool intentionally returns an error for testing")],
  }),
  async test_tool_with_progress({ mcpReq }) {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken === undefined) continue;
      await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
    }
    return { content: [words("Done")] };
  },
  // A server without logging tells none, whether or not a client asks for it.
  test_logging_tool: () => ({ content: [words("Done")] }),
  test_missing_capability: (_context, server) => {
    if (server.getClientCapabilities()?.sampling === undefined) {
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    }
    return { content: [words("Done")] };
  },
  test_streaming_elicitation: ({ mcpReq }) => askedName(mcpReq),
  test_input_required_result_elicitation: ({ mcpReq }) => askedName(mcpReq),
  test_input_required_result_sampling: ({ mcpReq }) =>
    given(mcpReq, "capital_question") ?? inputRequired({ inputRequests: { capital_question: askSampling } }),
  test_input_required_result_list_roots: ({ mcpReq }) =>
    given(mcpReq, "client_roots") ?? inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } }),
  async test_input_required_result_request_state({ mcpReq }) {
    if (mcpReq.requestState<string>() === "asked") return { content: [words("state-ok")] };
    return inputRequired({ inputRequests: { confirm }, requestState: await states.mint("asked") });
  },
  async test_input_required_result_tampered_state({ mcpReq }) {
    if (mcpReq.requestState<string>() === "asked") return { content: [words("state-ok")] };
    return inputRequired({ inputRequests: { confirm }, requestState: await states.mint("asked") });
  },
  async test_input_required_result_multiple_inputs({ mcpReq }) {
    if (mcpReq.requestState<string>() === "asked") return { content: [words("Done")] };
    return inputRequired({
      inputRequests: { user_name: askName, greeting: askSampling, client_roots: inputRequired.listRoots() },
      requestState: await states.mint("asked"),
    });
  },
  async test_input_required_result_multi_round({ mcpReq }) {
    const round = mcpReq.requestState<string>();
    if (round === "2") return { content: [words("Done")] };
    const step = round === "1" ? "step2" : "step1";
    return inputRequired({
      inputRequests: { [step]: askName },
      requestState: await states.mint(round === "1" ? "2" : "1"),
    });
  },
  test_input_required_result_capabilities: ({ mcpReq }, server) => {
    const { elicitation, sampling } = server.getClientCapabilities() ?? {};
    const inputRequests = {
      ...elicitation === undefined ? {} : { user_name: askName },
      ...sampling === undefined ? {} : { capital_question: askSampling },
    };
    if (mcpReq.inputResponses !== undefined || Object.keys(inputRequests).length === 0) {
      return { content: [words("Done")] };
    }
    return inputRequired({ inputRequests });
  },
};

function askedName({ inputResponses }: ServerContext["mcpReq"]): ToolOutcome {
  const answer = acceptedContent(inputResponses, "user_name", NAME);
  if (answer === undefined) return inputRequired({ inputRequests: { user_name: askName } });
  return { content: [words(`Hello, ${answer.name}!`)] };
}

function given({ inputResponses }: ServerContext["mcpReq"], name: string): CallToolResult | null {
  const answer = inputResponses?.[name];
  return answer === undefined ? null : { content: [words(JSON.stringify(answer))] };
}

const PROMPTS: Readonly<Record<string, (given: Readonly<Record<string, string>>) => GetPromptResult["messages"]>> = {
  test_simple_prompt: () => [{ role: "user", content: words("This is a simple prompt for testing.") }],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [
    { role: "user", content: words(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`) },
  ],
  test_prompt_with_embedded_resource: ({ resourceUri = "" }) => [
    {
      role: "user",
      content: {
        type: "resource",
        resource: { uri: resourceUri, mimeType: "text/plain", text: "Embedded resource content for testing." },
      },
    },
    { role: "user", content: words("Please process the embedded resource above.") },
  ],
  test_prompt_with_image: () => [
    { role: "user", content: image },
    { role: "user", content: words("Please analyze the image above.") },
  ],
};
const ASKING_PROMPT = "test_input_required_result_prompt";
const CONTEXT = z.object({ context: z.string() });
const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

/** Schema of a tool with every kind of keyword that a list must keep. */
const RICH_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object" as const,
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

function fixtureServer(): Server {
  const server = new Server({ name: "fixture", version: "1" }, {
    capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
    requestState: { verify: states.verify },
  });
  server.setRequestHandler("tools/list", () => ({
    tools: [
      ...Object.keys(TOOLS).map((name) => ({ name, description: name, inputSchema: { type: "object" as const } })),
      { name: "json_schema_2020_12_tool", description: "Rich", inputSchema: RICH_SCHEMA },
    ],
  }));
  server.setRequestHandler("tools/call", async ({ params: { name } }, context) => {
    const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No tool ${name}`);
    return await tool(context, server);
  });
  server.setRequestHandler("prompts/list", () => ({
    prompts: [...Object.keys(PROMPTS), ASKING_PROMPT].map((name) => ({ name, description: name })),
  }));
  server.setRequestHandler("prompts/get", ({ params: { name, arguments: given = {} } }, { mcpReq }) => {
    if (name === ASKING_PROMPT) {
      const answer = acceptedContent(mcpReq.inputResponses, "user_context", CONTEXT);
      const message = "What context should the prompt use?";
      if (answer === undefined) {
        const user_context = inputRequired.elicit({ message, requestedSchema: CONTEXT });
        return inputRequired({ inputRequests: { user_context } });
      }
      return { messages: [{ role: "user", content: words(answer.context) }] };
    }
    const prompt = Object.hasOwn(PROMPTS, name) ? PROMPTS[name] : undefined;
    if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No prompt ${name}`);
    return { messages: prompt(given) };
  });
  server.setRequestHandler("resources/list", () => ({
    resources: ["static-text", "static-binary"].map((name) => ({ uri: `test://${name}`, name, description: name })),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "template" }],
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => ({ contents: [contentAt(uri)] }));
  server.setRequestHandler("completion/complete", () => ({ completion: { values: [], total: 0, hasMore: false } }));
  return server;
}

function contentAt(uri: string) {
  if (uri === "test://static-binary") return { uri, mimeType: "image/png", blob: PNG };
  const text = "This is the content of the static text resource.";
  if (uri === "test://static-text") return { uri, mimeType: "text/plain", text };
  const id = TEMPLATE.exec(uri)?.[1];
  if (id === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No resource ${uri}`, { uri });
  const data = { id, templateTest: true, data: `Data for ID: ${id}` };
  return { uri, mimeType: "application/json", text: JSON.stringify(data) };
}
