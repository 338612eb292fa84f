/** Headers of an answer that is compressed for who takes that, with when they stand on it. */
export const CODED_HEADERS: Readonly<Record<string, string>> = {
  "content-encoding": "br or gzip, where Accept-Encoding asks for it and the answer has over 1 KiB",
  vary: "accept-encoding, of media that are compressed where that is asked for",
};
