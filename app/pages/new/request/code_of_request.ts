import type { JsonObject } from "../json.ts";

/** Languages in which the request of a run is shown. */
export type Language = "json" | "curl" | "typescript" | "python";

export const LANGUAGES: readonly { readonly key: Language; readonly title: string }[] = [
  { key: "json", title: "JSON" },
  { key: "curl", title: "curl" },
  { key: "typescript", title: "TypeScript" },
  { key: "python", title: "Python" },
];

/** Returns the program, or the text, that submits a request to the service at an address. */
export function codeOfRequest(request: JsonObject, language: Language, address: string): string {
  const json = JSON.stringify(request, null, 2);
  switch (language) {
    case "json":
      return json;
    case "curl":
      return [
        `curl ${shellText(`${address}/jobs`)} \\`,
        '  -H "Authorization: Bearer $API_KEY" \\',
        '  -H "Content-Type: application/json" \\',
        '  -H "Idempotency-Key: $(uuidgen)" \\',
        `  --data-binary ${shellText(json)}`,
      ].join("\n");
    case "typescript":
      return `import { serviceClient } from "./clients/typescript/mod.ts";

const client = serviceClient({ baseUrl: ${JSON.stringify(address)}, token: "pos_…" });
const { data: run, error } = await client.POST("/jobs", {
  body: ${json.replaceAll("\n", "\n  ")},
});
if (run === undefined) throw new Error(error?.detail);
console.log(run.run_id);`;
    case "python":
      return `import os
import uuid

import requests

body = ${pythonOf(request, "")}
response = requests.post(
    ${JSON.stringify(`${address}/jobs`)},
    json=body,
    headers={"Authorization": f"Bearer {os.environ['API_KEY']}", "Idempotency-Key": str(uuid.uuid4())},
)
response.raise_for_status()
print(response.json()["run_id"])`;
  }
}

/** Returns a text as one word of a shell. */
function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns JSON as a literal of Python: the same but for its three words. */
function pythonOf(value: unknown, indent: string): string {
  if (value === null) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  const inner = `${indent}    `;
  if (Array.isArray(value)) return bracketed(value.map((item) => pythonOf(item, inner)), "[]", { indent, inner });
  if (typeof value === "object") {
    const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${pythonOf(one, inner)}`);
    return bracketed(members, "{}", { indent, inner });
  }
  return JSON.stringify(value);
}

/** Letters up to which a list or an object stands on one line. */
const ONE_LINE = 88;

function bracketed(
  parts: readonly string[],
  brackets: string,
  { indent, inner }: { readonly indent: string; readonly inner: string },
): string {
  const [open, close] = [brackets.slice(0, 1), brackets.slice(1)];
  const line = `${open}${parts.join(", ")}${close}`;
  if (line.length + indent.length <= ONE_LINE && !line.includes("\n")) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`;
}
