import type { z } from "zod";
import type { Artifact } from "../domain/artifact.ts";
import type { DeepReadonly } from "../domain/deep_readonly.ts";
import type { JobKindName } from "../domain/job_kinds.ts";

/** A document that jobs of a kind store: `Written` whole, `Read` as much of it as its readers use. */
export interface Document<Written, Read = Written> {
  /** `<kind>/<name>`: a job has one file of a name. */
  readonly id: string;
  /** Of the jobs that leave it. */
  readonly kind: JobKindName;
  /** Of its file. */
  readonly name: string;
  readonly mediaType: string;
  /** Stored for the service alone: in no list, archive or export. */
  readonly hidden: boolean;
  /** What is written, as it is documented and held by the tests. */
  readonly schema: z.ZodType;
  /** Throws a `ZodError` or a `SyntaxError` where it is no such document; what an earlier version stored is one. */
  read(bytes: Uint8Array): Read;
  /** In the worker; the same bytes for the same value. */
  write(value: Written): Uint8Array<ArrayBuffer>;
  /** What was written, with what only the runner of the job knows. */
  finish?(written: Uint8Array<ArrayBuffer>, told: RunnerFacts): Uint8Array<ArrayBuffer>;
}

/** What the runner of a job knows when everything is computed. */
export interface RunnerFacts {
  /** From the claim of the job until its worker answered. */
  readonly elapsedMs: number;
}

/** A document in JSON whose schema says all of it. */
export interface JsonDocument<Schema extends z.ZodType>
  extends Document<DeepReadonly<z.output<Schema>>, z.output<Schema>> {
  readonly schema: Schema;
}

/** A document in JSON that is written as it is and read by its schema. */
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

/** The id of the document that jobs of a kind store under a name. */
export function documentId(kind: JobKindName, name: string): string {
  return `${kind}/${name}`;
}

/** A document as a file of a job. */
export function artifactOf<Written>(document: Document<Written, unknown>, value: Written): Artifact {
  return { name: document.name, mediaType: document.mediaType, content: document.write(value) };
}

/** A value as JSON on a line of its own: the same text for the same value. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** The same in UTF-8. */
export function jsonBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(jsonText(value));
}

/** The value of JSON in UTF-8. Throws a `SyntaxError`. */
export function parsedJson(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}
