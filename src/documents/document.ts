import type { z } from "zod";
import type { Artifact } from "../domain/artifact.ts";
import type { DeepReadonly } from "../domain/deep_readonly.ts";
import type { JobKindName } from "../domain/job_kinds.ts";

/**
 * Definition of a file type (a result document) that jobs of one kind store: its name, schema, writer and reader. A
 * value of type `Written` is written; reading returns a `Read`, which may have only the parts that readers use.
 */
export interface Document<Written, Read = Written> {
  /** Id of the document type, `<job kind>/<file name>`. A job has at most one file of a name. */
  readonly id: string;
  /** Kind of the jobs that store this type of document. */
  readonly kind: JobKindName;
  /** Name of the file in which a job stores the document. */
  readonly name: string;
  readonly mediaType: string;
  /**
   * Whether only the service itself reads the document. A hidden document appears in no list, archive or export of a
   * user.
   */
  readonly hidden: boolean;
  /** Schema of the written document, used by the documentation and by tests. */
  readonly schema: z.ZodType;
  /**
   * Parses the stored bytes of the document, even if an earlier version stored them. Throws a `ZodError` or a
   * `SyntaxError` if the bytes are not such a document.
   */
  read(bytes: Uint8Array): Read;
  /** Converts a value into the bytes of the document. Called in a worker. Equal values give equal bytes. */
  write(value: Written): Uint8Array<ArrayBuffer>;
  /** Adds to a written document the facts that only the job runner knows, such as the elapsed time. */
  finish?(written: Uint8Array<ArrayBuffer>, told: RunnerFacts): Uint8Array<ArrayBuffer>;
}

/** Type of the facts about a job that its runner knows after the worker has finished. */
export interface RunnerFacts {
  /** Milliseconds from the moment the runner took the job until the worker had finished it. */
  readonly elapsedMs: number;
  /** Milliseconds of each phase of the job, by the name of the phase. */
  readonly phasesMs: Readonly<Record<string, number>>;
}

/** Type of a JSON document definition whose schema describes the stored text completely. */
export interface JsonDocument<Schema extends z.ZodType>
  extends Document<DeepReadonly<z.output<Schema>>, z.output<Schema>> {
  readonly schema: Schema;
}

/** Defines a JSON document that is written without change and read with its schema. */
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

/** Returns the id of the document type that jobs of a kind store under a file name. */
export function documentId(kind: JobKindName, name: string): string {
  return `${kind}/${name}`;
}

/** Returns a value written as a file of a job, in the form of the given document type. */
export function artifactOf<Written>(document: Document<Written, unknown>, value: Written): Artifact {
  return { name: document.name, mediaType: document.mediaType, content: document.write(value) };
}

/** Returns a value as JSON text on one line. Equal values give equal text. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** Returns a value as JSON on one line, in UTF-8 bytes. */
export function jsonBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(jsonText(value));
}

/** Parses JSON from UTF-8 bytes. Throws a `SyntaxError` if they are not JSON. */
export function parsedJson(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}
