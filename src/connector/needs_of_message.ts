import type { ConnectorScope } from "../domain/connector_scope.ts";
import { resourceAt } from "./resources/mod.ts";
import { TOOLS } from "./tools/mod.ts";

/** Tool or method of a message of the protocol, as a refusal names it, and the scopes that a grant needs for it. */
export interface MessageNeeds {
  readonly name: string;
  readonly scopes: readonly ConnectorScope[];
}

type Fields = Readonly<Record<string, unknown>>;

/** The needs of each method that needs any, from its parameters. */
const NEEDS: Readonly<Record<string, (params: Fields) => MessageNeeds>> = {
  "tools/call": ({ name, arguments: given }) => ({ name: String(name ?? ""), scopes: scopesOfTool(name, given) }),
  "resources/read": ({ uri }) => ({ name: "resources/read", scopes: scopesOfResources([uri]) }),
  "subscriptions/listen": ({ notifications }) => ({
    name: "subscriptions/listen",
    scopes: scopesOfResources(isObject(notifications) ? notifications.resourceSubscriptions : []),
  }),
  "tasks/get": () => ({ name: "tasks/get", scopes: ["jobs:read"] }),
  "tasks/update": () => ({ name: "tasks/update", scopes: ["jobs:read"] }),
  "tasks/cancel": () => ({ name: "tasks/cancel", scopes: ["jobs:write"] }),
};

/** Returns the tool or method of a message and the scopes that it needs, none for one that reads nothing. */
export function needsOfMessage(body: unknown): MessageNeeds {
  const { method, params } = isObject(body) ? body : {};
  const needs = typeof method === "string" && Object.hasOwn(NEEDS, method) ? NEEDS[method] : undefined;
  return needs?.(isObject(params) ? params : {}) ?? { name: "", scopes: [] };
}

function scopesOfTool(name: unknown, given: unknown): readonly ConnectorScope[] {
  return TOOLS.find((tool) => tool.name === name)?.scopesOf(given) ?? [];
}

function scopesOfResources(uris: unknown): readonly ConnectorScope[] {
  const all = Array.isArray(uris) ? uris.map((uri) => resourceAt(String(uri))?.kind.scope ?? null) : [];
  return [...new Set(all.filter((scope) => scope !== null))];
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
