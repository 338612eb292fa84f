import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { promptArgument, PROMPTS } from "./prompts/mod.ts";

/** Answers the messages about prompts. */
export function servePrompts(server: Server): void {
  server.setRequestHandler("prompts/list", () => ({
    prompts: PROMPTS.map(({ name, title, description, argument }) => ({
      name,
      title,
      description,
      arguments: [{ ...argument, required: true }],
    })),
  }));
  server.setRequestHandler("prompts/get", ({ params: { name, arguments: given = {} } }) => {
    const prompt = PROMPTS.find((one) => one.name === name);
    if (prompt === undefined) throw invalid(`Cannot find the prompt "${name.slice(0, 100)}"`);
    const value = promptArgument.safeParse(given[prompt.argument.name]);
    if (!value.success) {
      throw invalid(`Cannot begin "${name}" without its argument "${prompt.argument.name}", at most 4,000 characters`);
    }
    const content = { type: "text", text: prompt.text(value.data) } as const;
    return { description: prompt.description, messages: [{ role: "user", content }] };
  });
}

function invalid(sentence: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, sentence);
}
