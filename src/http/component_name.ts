/**
 * Returns the name of the OpenAPI schema of a method or estimator, from its id: `min_cvar` with kind `Method` becomes
 * `MinCvarMethod`.
 */
export function componentName(id: string, kind: string = ""): string {
  return id.split("_").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("") + kind;
}

/** Returns the `$ref` path of a named schema in the OpenAPI document. */
export function componentReference(name: string): string {
  return `#/components/schemas/${name}`;
}
