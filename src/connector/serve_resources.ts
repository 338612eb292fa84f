import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, type Server } from "@modelcontextprotocol/server";
import type { ConnectorScope } from "../domain/connector_scope.ts";
import { DomainError } from "../domain/errors.ts";
import type { ConnectorParts } from "./connector_parts.ts";
import { notedCall } from "./noted_call.ts";
import { refusalText } from "./refusal_text.ts";
import { resourceAt, RESOURCES } from "./resources/mod.ts";
import type { ResourceContent, ResourceKind } from "./resources/resource.ts";

type ResourceParts = Pick<ConnectorParts, "api" | "scopes" | "onCall" | "onFailure">;

/** Answers the messages about resources. A list names what the grant may read and nothing else. */
export function serveResources(server: Server, { api, scopes, onCall, onFailure }: ResourceParts): void {
  server.setRequestHandler("resources/list", async (_request, { mcpReq: { signal } }) => {
    const kinds = RESOURCES.filter((kind) => isAllowed(kind, scopes));
    const lists = () => Promise.all(kinds.map((kind) => kind.list({ api, signal })));
    const listed = await told(() => notedCall(onCall, { tool: "resources/list", runId: null }, lists), onFailure);
    return { resources: listed.flat() };
  });
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: RESOURCES.filter(({ template }) => template.includes("{")).map((
      { template, name, title, mimeType },
    ) => ({ uriTemplate: template, name, title, mimeType })),
  }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }, { mcpReq: { signal } }) => {
    const found = resourceAt(uri);
    if (found === null) {
      onCall({ tool: "resources/read", runId: null, refusal: "not_found" });
      throw new ResourceNotFoundError(uri);
    }
    const { kind, variables } = found;
    if (!isAllowed(kind, scopes)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The grant does not allow this: it needs ${kind.scope}`);
    }
    const call = { tool: "resources/read", runId: variables.run_id ?? null };
    const content = await told(() => notedCall(onCall, call, () => kind.read(variables, { api, signal })), onFailure);
    return { contents: contentsOf(uri, content) };
  });
}

function contentsOf(uri: string, content: ResourceContent) {
  if (!("note" in content)) return [{ uri, ...content }];
  const { note, ...text } = content;
  return [{ uri, ...text }, { uri, mimeType: "text/plain", text: note ?? "" }];
}

function isAllowed({ scope }: ResourceKind, scopes: readonly ConnectorScope[]): boolean {
  return scope === null || scopes.includes(scope);
}

/** Carries a reading out and throws its refusal as an error of the protocol, with the sentence first. */
async function told<Result>(read: () => Promise<Result>, onFailure: (error: unknown) => void): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DomainError) throw new ProtocolError(ProtocolErrorCode.InvalidParams, refusalText(error));
    onFailure(error);
    throw new ProtocolError(ProtocolErrorCode.InternalError, "The service could not answer this request");
  }
}
