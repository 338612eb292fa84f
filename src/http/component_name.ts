/** Returns the OpenAPI component name of a list entry: `min_cvar` with kind `Method` becomes `MinCvarMethod`. */
export function componentName(id: string, kind: string = ""): string {
  return id.split("_").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("") + kind;
}

/** Returns the `$ref` of a named schema in the OpenAPI document. */
export function componentReference(name: string): string {
  return `#/components/schemas/${name}`;
}
