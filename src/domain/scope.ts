/** What an API key may do. */
export const SCOPES = ["jobs:read", "jobs:write", "jobs:*", "*"] as const;
export type Scope = typeof SCOPES[number];

/** Of a key made without scopes. */
export const DEFAULT_SCOPES: readonly Scope[] = ["jobs:read", "jobs:write"];

const GRANTS: Readonly<Record<Scope, readonly Scope[]>> = {
  "jobs:read": ["jobs:read"],
  "jobs:write": ["jobs:read", "jobs:write"],
  "jobs:*": ["jobs:read", "jobs:write", "jobs:*"],
  "*": SCOPES,
};

/** True when one of the scopes granted includes the one needed: writing includes reading, a star what it covers. */
export function grantsScope(granted: readonly Scope[], needed: Scope): boolean {
  return granted.some((scope) => GRANTS[scope].includes(needed));
}
