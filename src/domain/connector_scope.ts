/** What a connector (client program of an AI assistant) may be allowed to do, and how consent tells it to a person. */
interface ConnectorScopeEntry {
  readonly name: string;
  /** Sentence by which a person decides about the scope. */
  readonly sentence: string;
  /** Whether consent names the scope apart from the others, because not even an API key may do this. */
  readonly isApart: boolean;
}

/**
 * Registry of the scopes of connectors, in the order in which consent shows them. No scope includes another, and none
 * reaches billing, credentials or other grants.
 */
export const CONNECTOR_SCOPE_LIST = [
  {
    name: "jobs:read",
    sentence: "See your runs, simulations and backtests, and read their results",
    isApart: false,
  },
  {
    name: "jobs:write",
    sentence: "Submit optimization runs, which count against your plan, and cancel them",
    isApart: false,
  },
  {
    name: "catalogue:read",
    sentence: "Search assets, and read the catalogue of methods and rules",
    isApart: false,
  },
  {
    name: "rules:check",
    sentence: "Check whether constraint rules can be met, without starting a run",
    isApart: false,
  },
  {
    name: "lists:read",
    sentence: "Read your saved classification maps and templates",
    isApart: false,
  },
  {
    name: "analysis:write",
    sentence: "Start simulations and backtests of your runs, which no API key may do",
    isApart: true,
  },
] as const satisfies readonly ConnectorScopeEntry[];

export type ConnectorScope = typeof CONNECTOR_SCOPE_LIST[number]["name"];

/** Names of all scopes of connectors, in the order of the registry. */
export const CONNECTOR_SCOPES: readonly ConnectorScope[] = CONNECTOR_SCOPE_LIST.map(({ name }) => name);

/** Scopes of a connector that asks for none: those that change nothing. */
export const DEFAULT_CONNECTOR_SCOPES: readonly ConnectorScope[] = [
  "jobs:read",
  "catalogue:read",
  "rules:check",
  "lists:read",
];

/** Returns the scopes that both lists contain, in the order of the registry. */
export function commonScopes(one: readonly string[], other: readonly string[]): readonly ConnectorScope[] {
  return CONNECTOR_SCOPES.filter((scope) => one.includes(scope) && other.includes(scope));
}

/**
 * Returns the scopes of a text in which spaces separate them (RFC 6749, 3.3), without repetitions and in the order of
 * the registry; null if the text names a scope that no connector can have.
 */
export function readConnectorScopes(text: string): readonly ConnectorScope[] | null {
  const words = text.split(" ").filter((word) => word !== "");
  const scopes = commonScopes(CONNECTOR_SCOPES, words);
  return new Set(words).size === scopes.length ? scopes : null;
}
