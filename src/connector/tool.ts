import type { z } from "zod";
import type { ConnectorScope } from "../domain/connector_scope.ts";
import { FaultList } from "../faults/fault_list.ts";
import { parseBySchema } from "../faults/parse_by_schema.ts";
import type { ConnectorApi } from "./connector_api.ts";

/** What a call of a tool may use, beside its arguments. */
export interface ToolCall {
  readonly api: ConnectorApi;
  /** Aborts when the client ends the call or its grant ends. A run that the call submitted goes on. */
  readonly signal: AbortSignal;
  /** Whether the call may wait for a job that it submits. A client of tasks gets its handle at once. */
  readonly waits: boolean;
  /** Returns milliseconds for measuring durations, from a clock that never goes back. */
  readonly elapsedMs: () => number;
  /** Waits for some milliseconds, or until the signal aborts. */
  readonly wait: (durationMs: number) => Promise<void>;
  /** Tells the client how far a run is, a fraction from 0 to 1, where the client asked for it. */
  readonly progress: (fraction: number, message: string) => Promise<void>;
  /** Returns a text that is the same for the same texts of the same caller, and from which none can be read. */
  readonly digest: (...texts: readonly string[]) => string;
}

/** Answer of a tool: the same content as data by the schema of its output, and as text for a reader. */
export interface ToolAnswer<Output> {
  readonly structured: Output;
  readonly text: string;
}

/** What a client may take for granted about a tool. Every tool acts on this service alone. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
}

export const READS: ToolHints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
/** Hints of a tool that submits: the same arguments are one job. */
export const SUBMITS: ToolHints = { readOnlyHint: false, destructiveHint: false, idempotentHint: true };
export const ENDS: ToolHints = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };

interface ToolFacts {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Scope that a grant needs for the tool. */
  readonly scope: ConnectorScope;
  readonly hints: ToolHints;
  /** Address of the page that shows the answer, for clients that show one. */
  readonly view?: string;
}

/** A tool of the connector, without the types of its own input and output, so that one list can contain all tools. */
export interface Tool extends ToolFacts {
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Returns every scope that a grant needs for the tool with these arguments, valid or not. */
  scopesOf(given: unknown): readonly ConnectorScope[];
  /**
   * Returns the question that a person should answer before the tool is carried out with valid arguments; null for
   * none.
   */
  question(given: unknown): string | null;
  /**
   * Checks the arguments and carries the tool out. Throws `validation_failed` with every fault of the arguments, and
   * the refusals of the API.
   */
  answer(given: unknown, call: ToolCall): Promise<ToolAnswer<Record<string, unknown>>>;
}

/** Defines a tool from its facts and the function that carries it out. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  { run, confirmation, furtherScopes, ...facts }: ToolFacts & {
    readonly input: Input;
    readonly output: Output;
    /** The scopes that some fields need beside that of the tool, by their names; absent for none. */
    readonly furtherScopes?: Readonly<Record<string, ConnectorScope>>;
    /** Returns the question for a person before the tool changes something; absent for a tool that needs none. */
    confirmation?(input: z.output<Input>): string | null;
    run(input: z.output<Input>, call: ToolCall): Promise<ToolAnswer<z.input<Output>>>;
  },
): Tool {
  return {
    ...facts,
    scopesOf(given) {
      const fields = typeof given === "object" && given !== null ? Object.entries(given) : [];
      const further = fields.flatMap(([name, value]) => {
        const scope = furtherScopes !== undefined && Object.hasOwn(furtherScopes, name) ? furtherScopes[name] : null;
        return value === undefined || value === null || scope === null || scope === undefined ? [] : [scope];
      });
      return [facts.scope, ...further];
    },
    question(given) {
      const parsed = facts.input.safeParse(given ?? {});
      return parsed.success ? confirmation?.(parsed.data) ?? null : null;
    },
    async answer(given, call) {
      const faults = new FaultList();
      const input = parseBySchema(facts.input, given ?? {}, faults);
      if (input === null) throw faults.refusal();
      return await run(input, call);
    },
  };
}
