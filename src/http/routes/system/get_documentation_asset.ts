import folderOfPackage from "swagger-ui-dist/absolute-path.js";
import { z } from "zod";
import { DomainError } from "../../../domain/errors.ts";
import { type AnswerBytes, defineEndpoint, problem } from "../../endpoint.ts";

const FOLDER: string = folderOfPackage();

/**
 * Script that starts Swagger UI. If a value may have several types, it shows each type once and not once for each of
 * forty objects.
 */
const START = `const distinct = (types) => [...new Set(types.split(" | "))].join(" | ");
const shortly = (type) => {
  const within = type.replace(/\\(([^()]*)\\)/g, (_, types) => distinct(types));
  return within === type ? distinct(type) : shortly(within);
};
SwaggerUIBundle({
  url: "/openapi.json",
  plugins: [{
    wrapComponents: {
      withJSONSchema202012SystemContext: (inContext, { fn: { jsonSchema202012 } }) => (component, { fn, ...context }) => {
        const getType = (schema) => shortly(jsonSchema202012.getType(schema));
        return inContext(component, { ...context, fn: { ...fn, getType } });
      },
    },
  }],
  dom_id: "#reference",
  deepLinking: true,
  displayRequestDuration: true,
  validatorUrl: null,
});
`;

interface Asset {
  readonly mediaType: string;
  read(): Promise<AnswerBytes>;
}

const ASSETS: Readonly<Record<string, Asset>> = {
  "start.js": { mediaType: "text/javascript; charset=utf-8", read: () => Promise.resolve(START) },
  "swagger-ui-bundle.js": {
    mediaType: "text/javascript; charset=utf-8",
    read: readerOf("swagger-ui-bundle.js"),
  },
  "swagger-ui.css": {
    mediaType: "text/css; charset=utf-8",
    read: readerOf("swagger-ui.css"),
  },
};

export const getDocumentationAsset = defineEndpoint({
  method: "GET",
  path: "/docs/{name}",
  credential: "public",
  rateLimit: "rest",
  summary: "Read a script or style of the reference",
  parameters: { name: z.string() },
  responses: { 200: { description: "The file", media: "*/*", headers: ["content-type"] }, 404: problem("not_found") },
}, async ({ parameters }) => {
  const asset = Object.hasOwn(ASSETS, parameters.name) ? ASSETS[parameters.name] : undefined;
  if (asset === undefined) throw new DomainError("not_found", "Cannot find this resource");
  const headers = { "content-type": asset.mediaType, "cache-control": "public, max-age=86400" };
  return { status: 200, bytes: await asset.read(), headers };
});

/**
 * Returns a function that reads a file of Swagger UI once and keeps it. The file is part of a package and does not
 * change.
 */
function readerOf(name: string): () => Promise<AnswerBytes> {
  let bytes: Promise<Uint8Array<ArrayBuffer>> | null = null;
  return () => bytes ??= Deno.readFile(`${FOLDER}/${name}`);
}
