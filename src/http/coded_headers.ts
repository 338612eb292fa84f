/**
 * OpenAPI descriptions of the headers `content-encoding` and `vary` of answers that are compressed on the client's
 * request, each with the condition under which the header is set.
 */
export const CODED_HEADERS: Readonly<Record<string, string>> = {
  "content-encoding": "br or gzip, where Accept-Encoding asks for it and the answer has over 1 KiB",
  vary: "accept-encoding, for media that are compressed on request",
};
