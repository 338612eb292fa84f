import type { EnforcedFamilies } from "./method_families.ts";

/**
 * Returns Markdown that lists the constraint families a method enforces, for each choice of the parameter they depend
 * on, or one list if they depend on none.
 */
export function familiesText({ atDefaults, byChoice }: EnforcedFamilies): string {
  if (byChoice === null) return `Constraint families: ${listed(atDefaults)}`;
  const lines = Object.entries(byChoice).map(([word, families]) => `- \`${word}\`: ${listed(families)}`);
  return ["Constraint families:", "", ...lines].join("\n");
}

function listed(families: readonly string[]): string {
  return families.length === 0 ? "none" : families.map((id) => `\`${id}\``).join(", ");
}
