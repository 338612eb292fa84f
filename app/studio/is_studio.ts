/**
 * Whether this console is that of a studio: of a service on this machine alone, for one person, without accounts. The
 * document says so.
 */
export const IS_STUDIO: boolean = typeof document !== "undefined" &&
  document.getElementById("console")?.dataset.studio !== undefined;
