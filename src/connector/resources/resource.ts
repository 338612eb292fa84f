import type { ConnectorScope } from "../../domain/connector_scope.ts";
import type { ToolCall } from "../tool.ts";

/** Content of a resource: text, or bytes as base64. */
export type ResourceContent = ResourceText | { readonly mimeType: string; readonly blob: string };

/** Text of a resource. */
export interface ResourceText {
  readonly mimeType: string;
  readonly text: string;
  /** Sentence about the text, which an assistant reads as a content of its own behind it. The text stays as it is. */
  readonly note?: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A resource as a list names it. */
export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly mimeType: string;
}

/** Returns the line that leads from one page of a resource to the next. */
export function nextPage(address: string, page: number): string {
  return `\n\nAs a resource, the next page is ${address}?page=${page + 1}`;
}

export type ResourceCall = Pick<ToolCall, "api" | "signal">;

/** A kind of resources: its addresses, what may read it, and how it is read. */
export interface ResourceKind {
  /** Template of the addresses (RFC 6570), or the address of the one resource of the kind. */
  readonly template: string;
  readonly name: string;
  readonly title: string;
  readonly mimeType: string;
  /** Scope that a grant needs; null for what everybody may read. */
  readonly scope: ConnectorScope | null;
  /** Form of the addresses, with the variables of the template as named groups. */
  readonly form: RegExp;
  /** Returns the resources of the kind that a list names. */
  list(call: ResourceCall): Promise<readonly ListedResource[]>;
  /** Reads a resource by the variables of its address. Throws `not_found` and the refusals of the API. */
  read(variables: Readonly<Record<string, string>>, call: ResourceCall): Promise<ResourceContent>;
}
