/** Type of an answer of the typed HTTP client: data or error, and the response. */
interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Returns the data of an answer. Throws an `Error` with the code and detail of the problem document where the service
 * refused the request.
 */
export function answered<Data>({ data, error, response }: Answer<Data>): Data {
  if (data !== undefined) return data;
  const problem = typeof error === "object" && error !== null && "code" in error && "detail" in error
    ? `${error.code}: ${error.detail}`
    : "no problem document";
  throw new Error(`The service answered ${new URL(response.url).pathname} with ${response.status}, ${problem}`);
}
