import type { z } from "zod";
import type { Artifact } from "../domain/artifact.ts";
import type { DeepReadonly } from "../domain/deep_readonly.ts";
import type { JobKindName } from "../domain/job_kinds.ts";

/**
 * A document that jobs of one kind store. It is written as `Written` and read as `Read`, which has only the parts that
 * readers use.
 */
export interface Document<Written, Read = Written> {
  /** Id of the document, `<kind>/<name>`. A job has at most one file of a name. */
  readonly id: string;
  /** Kind of the jobs that store the document. */
  readonly kind: JobKindName;
  /** Name of the document's file. */
  readonly name: string;
  readonly mediaType: string;
  /** Whether the document is for the service alone. A hidden document appears in no list, archive or export. */
  readonly hidden: boolean;
  /** Schema of the written document, for the documentation and the tests. */
  readonly schema: z.ZodType;
  /**
   * Reads the document, also one that an earlier version stored. Throws a `ZodError` or a `SyntaxError` if the bytes
   * are not such a document.
   */
  read(bytes: Uint8Array): Read;
  /** Writes the document, in a worker. Equal values give equal bytes. */
  write(value: Written): Uint8Array<ArrayBuffer>;
  /** Adds the facts that only the runner of the job knows to a written document. */
  finish?(written: Uint8Array<ArrayBuffer>, told: RunnerFacts): Uint8Array<ArrayBuffer>;
}

/** Facts that the runner of a job knows once everything is computed. */
export interface RunnerFacts {
  /** Milliseconds from the claim of the job until its worker answered. */
  readonly elapsedMs: number;
}

/** A JSON document that its schema describes completely. */
export interface JsonDocument<Schema extends z.ZodType>
  extends Document<DeepReadonly<z.output<Schema>>, z.output<Schema>> {
  readonly schema: Schema;
}

/** Defines a JSON document that is written unchanged and read with its schema. */
export function jsonDocument<Schema extends z.ZodType>(
  { kind, name, hidden = false, schema }: {
    readonly kind: JobKindName;
    readonly name: string;
    readonly hidden?: boolean;
    readonly schema: Schema;
  },
): JsonDocument<Schema> {
  return {
    id: documentId(kind, name),
    kind,
    name,
    mediaType: "application/json",
    hidden,
    schema,
    read: (bytes) => schema.parse(parsedJson(bytes)),
    write: jsonBytes,
  };
}

/** Returns the id of the document that jobs of a kind store under a name. */
export function documentId(kind: JobKindName, name: string): string {
  return `${kind}/${name}`;
}

/** Writes a document as a file of a job. */
export function artifactOf<Written>(document: Document<Written, unknown>, value: Written): Artifact {
  return { name: document.name, mediaType: document.mediaType, content: document.write(value) };
}

/** Returns a value as one line of JSON. Equal values give equal text. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** Returns a value as one line of JSON in UTF-8 bytes. */
export function jsonBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(jsonText(value));
}

/** Parses JSON from UTF-8 bytes. Throws a `SyntaxError`. */
export function parsedJson(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}
