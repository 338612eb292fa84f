/** Languages of the reader, the most wanted first, by which figures and dates are written. */
export const LOCALES: readonly string[] = globalThis.navigator?.languages?.length > 0 ? navigator.languages : ["en"];
