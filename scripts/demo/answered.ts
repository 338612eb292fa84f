/** What the typed client gives for a request. */
interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The data of an answer. Throws an `Error` with the code and detail of the problem where the service refused. */
export function answered<Data>({ data, error, response }: Answer<Data>): Data {
  if (data !== undefined) return data;
  const problem = typeof error === "object" && error !== null && "code" in error && "detail" in error
    ? `${error.code}: ${error.detail}`
    : "no problem document";
  throw new Error(`The service answered ${new URL(response.url).pathname} with ${response.status}, ${problem}`);
}
