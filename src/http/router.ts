import type { Method } from "./contract.ts";
import type { Endpoint } from "./endpoint.ts";

/** What a path leads to: an endpoint, another method's endpoints, or nothing. */
export type Route =
  | { readonly endpoint: Endpoint; readonly parameters: Readonly<Record<string, string>> }
  | { readonly allow: readonly string[] }
  | null;

export type Router = (method: string, path: string) => Route;

/**
 * Finds endpoints by method and path. A fixed segment wins over a parameter, so that `/jobs/history` is no run id. `HEAD` is `GET`
 * without its body. Two endpoints of one method on one path fail at start.
 */
export function router(endpoints: readonly Endpoint[]): Router {
  const root = newNode();
  for (const endpoint of endpoints) insert(root, endpoint);
  return (method, path) => {
    const found = find(root, path.split("/").slice(1), []);
    if (found === null) return null;
    const asked = method === "HEAD" ? "GET" : method;
    const endpoint = isMethod(asked) ? found.node.endpoints.get(asked) : undefined;
    if (endpoint === undefined) return { allow: allowedBy(found.node) };
    return { endpoint, parameters: parametersOf(endpoint.contract.path, found.values) };
  };
}

interface Node {
  readonly fixed: Map<string, Node>;
  parameter: Node | null;
  readonly endpoints: Map<Method, Endpoint>;
}

function newNode(): Node {
  return { fixed: new Map(), parameter: null, endpoints: new Map() };
}

function insert(root: Node, endpoint: Endpoint): void {
  const { method, path } = endpoint.contract;
  let node = root;
  for (const segment of segmentsOf(path)) node = childOf(node, segment);
  if (node.endpoints.has(method)) throw new Error(`Two endpoints are ${method} ${path}`);
  node.endpoints.set(method, endpoint);
}

function childOf(node: Node, segment: string): Node {
  if (isParameter(segment)) return node.parameter ??= newNode();
  const known = node.fixed.get(segment);
  if (known !== undefined) return known;
  const child = newNode();
  node.fixed.set(segment, child);
  return child;
}

interface Found {
  readonly node: Node;
  /** What stands where the path has parameters. */
  readonly values: readonly string[];
}

function find(node: Node, [segment, ...rest]: readonly string[], values: readonly string[]): Found | null {
  if (segment === undefined) return node.endpoints.size > 0 ? { node, values } : null;
  const fixed = node.fixed.get(segment);
  const byName = fixed === undefined ? null : find(fixed, rest, values);
  if (byName !== null || node.parameter === null) return byName;
  const value = decoded(segment);
  return value === null || value === "" ? null : find(node.parameter, rest, [...values, value]);
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function parametersOf(path: string, values: readonly string[]): Record<string, string> {
  const names = segmentsOf(path).filter(isParameter).map((segment) => segment.slice(1, -1));
  return Object.fromEntries(names.map((name, index) => [name, values[index]]));
}

function segmentsOf(path: string): readonly string[] {
  return path.split("/").slice(1);
}

function isParameter(segment: string): boolean {
  return segment.startsWith("{");
}

function isMethod(method: string): method is Method {
  return ["GET", "POST", "PUT", "PATCH", "DELETE"].includes(method);
}

function allowedBy(node: Node): readonly string[] {
  return [...node.endpoints.keys()].flatMap((method) => method === "GET" ? ["GET", "HEAD"] : [method]).sort();
}
