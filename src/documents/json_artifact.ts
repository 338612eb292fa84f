import type { Artifact } from "../domain/artifact.ts";

/** A JSON document as a file of a job: the same bytes for the same document. */
export function jsonArtifact(name: string, document: unknown): Artifact {
  const content = new TextEncoder().encode(JSON.stringify(document) + "\n");
  return { name, mediaType: "application/json", content };
}
