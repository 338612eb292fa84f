/**
 * Writes the OpenAPI document and the types of the TypeScript client that are generated from it. Both are committed;
 * `deno task current` reports where they are stale.
 */
import openapiTS, { astToString } from "openapi-typescript";
import { readIfPresent } from "./read_if_present.ts";
import { type Json, openApiDocument } from "../src/http/openapi.ts";
import { ENDPOINTS } from "../src/http/routes/mod.ts";

const DOCUMENT = new URL("../clients/openapi.json", import.meta.url);
const TYPES = new URL("../clients/typescript/schema.d.ts", import.meta.url);

if (import.meta.main) await writeOpenApi();

async function writeOpenApi(): Promise<void> {
  for (const [file, text] of await openApiFiles()) await Deno.writeTextFile(file, text);
}

/**
 * Returns the reason why the committed OpenAPI document or client types are stale, or null where they match the
 * service's endpoints.
 */
export async function openApiStaleReason(): Promise<string | null> {
  for (const [file, text] of await openApiFiles()) {
    if (await readIfPresent(file) !== text) {
      return `Cannot use ${file.pathname.split("/clients/")[1]}: the contracts have changed, run "deno task openapi"`;
    }
  }
  return null;
}

async function openApiFiles(): Promise<readonly (readonly [URL, string])[]> {
  const document = openApiDocument(ENDPOINTS);
  return [[DOCUMENT, `${JSON.stringify(document, null, 2)}\n`], [TYPES, await typesOf(document)]];
}

async function typesOf(document: Json): Promise<string> {
  // Makes a request field that has a default optional in the generated client types.
  const types = await openapiTS(JSON.stringify(document), {
    defaultNonNullable: false,
    // Keeps arrays mutable in the generated types. The typed client would turn a readonly array into an object without
    // methods.
    immutable: false,
    alphabetize: true,
  });
  return `// Made of the OpenAPI document by "deno task openapi".\n${astToString(types)}`;
}
