import { IS_STUDIO } from "./is_studio.ts";

/** Why nothing may stand at an address: in a studio, which has no accounts, all ends with the studio. */
export const GONE: string = IS_STUDIO
  ? "It was deleted, or ended with an earlier studio: each start of a studio begins empty."
  : "It was deleted, or it belongs to another account.";
