import type { Conflict, ConflictingRule, DomainError, Relaxation } from "../domain/errors.ts";
import { markedName, withMarkedNames } from "./text_of_account.ts";

/** Largest number of faults, rules and changes that a refusal names each. */
const MOST_NAMED = 20;

/**
 * Returns the text of a refusal for an assistant: the sentence first, then every fault with its place, the rules that
 * cannot be met together and the changes that would let them be met.
 */
export function refusalText({ code, message, faults, conflict, retryAfterSeconds }: DomainError): string {
  const [only] = faults;
  const place = faults.length === 1 && only !== undefined && only.pointer !== "" ? ` (at ${only.pointer})` : "";
  const told = faults.length > 1 ? named(faults.map(({ pointer, detail }) => `- ${pointer}: ${detail}`)) : [];
  const rules = conflict === null ? [] : conflictLines(conflict);
  const retry = retryAfterSeconds === null ? [] : [`Try again in ${retryAfterSeconds} s.`];
  return [`${message}${place}`, ...told, ...rules, ...retry, `Code: ${code}`].join("\n");
}

/** Returns lines that tell which rules cannot be met together and which changes of limits would let them be met. */
export function conflictLines({ rules, relaxation, jointRelaxation }: Conflict): readonly string[] {
  return [
    "These rules cannot be met together:",
    ...named(rules.map(ruleLine)),
    ...changes("Each of these changes alone lets them be met:", relaxation?.filter(({ to }) => to !== null)),
    ...changes("Or all of these changes together:", jointRelaxation),
  ];
}

function ruleLine({ family, rule, detail }: ConflictingRule): string {
  return `- ${family}${rule === null ? "" : ` ${markedName(rule)}`}: ${withMarkedNames(detail)}`;
}

function changes(title: string, list: readonly Relaxation[] = []): readonly string[] {
  return list.length === 0 ? [] : [title, ...named(list.map(changeLine))];
}

function changeLine({ family, rule, limit, from, to }: Relaxation): string {
  return `- ${family}${rule === null ? "" : ` ${markedName(rule)}`}: ${limit} from ${from} to ${to}`;
}

function named(lines: readonly string[]): readonly string[] {
  return lines.length <= MOST_NAMED
    ? lines
    : [...lines.slice(0, MOST_NAMED), `- and ${lines.length - MOST_NAMED} more`];
}
