/** All scopes of API keys: the actions that a key may allow. */
export const SCOPES = ["jobs:read", "jobs:write", "jobs:*", "*"] as const;
export type Scope = typeof SCOPES[number];

/** Scopes of an API key for which the caller chose none. */
export const DEFAULT_SCOPES: readonly Scope[] = ["jobs:read", "jobs:write"];

const GRANTS: Readonly<Record<Scope, readonly Scope[]>> = {
  "jobs:read": ["jobs:read"],
  "jobs:write": ["jobs:read", "jobs:write"],
  "jobs:*": ["jobs:read", "jobs:write", "jobs:*"],
  "*": SCOPES,
};

/**
 * Whether one of the granted scopes includes the needed one. Writing includes reading; a star includes everything it
 * covers.
 */
export function grantsScope(granted: readonly Scope[], needed: Scope): boolean {
  return granted.some((scope) => GRANTS[scope].includes(needed));
}
