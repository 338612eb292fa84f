import type { AnyAnswer, Endpoint } from "../../src/http/endpoint.ts";
import { ROUTE_GROUPS, type RouteGroup } from "../../src/http/routes/route_groups.ts";
import { listFiles } from "./list_files.ts";
import { openPage } from "./open_page.ts";
import { readFile } from "./read_file.ts";
import type { StudioParts } from "./studio_parts.ts";

/** The paths below `/auth` that a page needs which has a session already. Nobody signs up or in. */
const AUTH_PATHS: ReadonlySet<string> = new Set(["/auth/refresh"]);

/**
 * Returns the groups of endpoints of a studio: those of the service without sign-up, sign-in and other credentials, its
 * page as that of a studio, and the files of the caller's folder.
 */
export function routesOfStudio(parts: StudioParts): readonly RouteGroup[] {
  const own = {
    segments: ["studio"],
    load: () => Promise.resolve([openPage, listFiles, readFile].map((of) => of(parts))),
  };
  return [...ROUTE_GROUPS.map(inStudio), own];
}

function inStudio({ segments, load }: RouteGroup): RouteGroup {
  if (segments.includes("app")) return { segments, load: async () => (await load()).map(withMark) };
  if (!segments.includes("auth")) return { segments, load };
  return { segments, load: async () => (await load()).filter(({ contract: { path } }) => AUTH_PATHS.has(path)) };
}

/** Text of the page's documents that is its place, and the same with the mark by which it knows that it is a studio. */
const PLACE = '<div id="console">', MARKED = '<div id="console" data-studio>';

/** Returns an endpoint of the console, whose HTML documents say that they are of a studio. */
function withMark(endpoint: Endpoint): Endpoint {
  const { contract } = endpoint;
  return {
    contract,
    async handle(input, dependencies) {
      const answer = await endpoint.handle(input, dependencies);
      return isDocument(contract) ? marked(answer) : answer;
    },
  };
}

function isDocument({ responses }: Endpoint["contract"]): boolean {
  const whole = responses[200];
  return whole !== undefined && "media" in whole && whole.media?.startsWith("text/html") === true;
}

function marked(answer: AnyAnswer): AnyAnswer {
  const text = answer.bytes instanceof Uint8Array ? new TextDecoder().decode(answer.bytes) : "";
  if (!text.includes(PLACE)) throw new Error(`Cannot find ${PLACE} in a document of the console`);
  return { ...answer, bytes: text.replace(PLACE, MARKED) };
}
