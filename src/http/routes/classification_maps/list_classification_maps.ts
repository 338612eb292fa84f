import type { ClassificationMap } from "../../../domain/classification_map.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { openedStream } from "../../opened_stream.ts";
import { pageOf } from "../../pagination.ts";
import { classificationMapBody, presentClassificationMap } from "./classification_map_body.ts";

const classificationMapList = pageOf(classificationMapBody, "ClassificationMapList");

export const listClassificationMaps = defineEndpoint({
  method: "GET",
  path: "/classification-maps",
  summary: "List classification maps",
  description: "All classification maps are on one page.",
  credential: "session",
  plan: "enterprise",
  rateLimit: "rest",
  isCompressed: true,
  responses: {
    200: { description: "Maps, newest first", media: "application/json", shape: classificationMapList },
  },
}, async ({ account }, { classificationMaps }) => {
  const text = listText(classificationMaps.list(account.id));
  return { status: 200, bytes: await openedStream(text.pipeThrough(new TextEncoderStream())) };
});

/**
 * Returns the list of classification maps as a stream of JSON text, so that up to a hundred maps of one MiB are never
 * in memory together.
 */
function listText(maps: AsyncIterable<ClassificationMap>): ReadableStream<string> {
  return ReadableStream.from(piecesOf(maps));
}

async function* piecesOf(maps: AsyncIterable<ClassificationMap>): AsyncIterable<string> {
  let separator = "";
  yield '{"items":[';
  for await (const saved of maps) {
    yield separator + JSON.stringify(presentClassificationMap(saved));
    separator = ",";
  }
  yield '],"next_cursor":null}';
}
