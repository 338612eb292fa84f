/** The name in the OpenAPI document of what a list calls by an id: `MinCvarMethod` of `min_cvar` and `Method`. */
export function componentName(id: string, kind: string = ""): string {
  return id.split("_").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("") + kind;
}

/** Where the schema of a name stands in the OpenAPI document. */
export function componentReference(name: string): string {
  return `#/components/schemas/${name}`;
}
