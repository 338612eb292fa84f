import type { Artifact } from "../domain/artifact.ts";

/** Returns charts as artifacts named `charts/<name>.svg`. */
export function chartArtifacts(
  charts: readonly { readonly name: string; readonly svg: string }[],
): readonly Artifact[] {
  return charts.map(({ name, svg }) => textArtifact(`charts/${name}.svg`, "image/svg+xml", svg));
}

/** Returns a text as an artifact encoded in UTF-8. */
export function textArtifact(name: string, mediaType: string, text: string): Artifact {
  return { name, mediaType, content: new TextEncoder().encode(text) };
}
