import type { ComponentType } from "preact";
import { IS_STUDIO } from "./studio/is_studio.ts";

/** A page of the console: its path, its title and its code, which the browser loads when the page is opened. */
export interface Page {
  /**
   * Path below the service's address. A segment that begins with a colon is a parameter, for any text; with a question
   * mark at its end it may be absent.
   */
  readonly path: string;
  readonly title: string;
  /** Whether the page is open to everybody, to people with an account, or to people who are not signed in. */
  readonly openTo: "everybody" | "account" | "visitors";
  /** Letter that opens the page after `g`. A page with a letter is part of the navigation. */
  readonly shortcut?: string;
  /** Whether the page is about the person's account, which a studio does not have; false if absent. */
  readonly isOfAccount?: true;
  /** Address of the page of the navigation to which a page without a letter belongs, where its path does not say so. */
  readonly belongsTo?: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

/** Returns the address at which a page is opened from the navigation: its path without parameters. */
export function addressOf({ path }: Page): string {
  return path.replace(/\/:.*$/s, "");
}

/** List of all pages of the console. Those of the navigation stand in its order. */
export const PAGES: readonly Page[] = [
  { path: "/app", title: "Overview", openTo: "account", shortcut: "o", load: () => import("./pages/overview.tsx") },
  { path: "/app/new", title: "New run", openTo: "account", shortcut: "n", load: () => import("./pages/new.tsx") },
  { path: "/app/runs", title: "Runs", openTo: "account", shortcut: "r", load: () => import("./pages/runs.tsx") },
  { path: "/app/runs/:run", title: "Run", openTo: "account", load: () => import("./pages/run.tsx") },
  {
    path: "/app/compare/:comparison?",
    title: "Comparisons",
    openTo: "account",
    belongsTo: "/app/runs",
    load: () => import("./pages/compare.tsx"),
  },
  {
    path: "/app/lists/:part?",
    title: "Lists",
    openTo: "account",
    shortcut: "l",
    load: () => import("./pages/lists.tsx"),
  },
  {
    path: "/app/account/:part?",
    title: "Account",
    openTo: "account",
    shortcut: "a",
    isOfAccount: true,
    load: () => import("./pages/account.tsx"),
  },
  {
    path: "/app/connect",
    title: "Connect an assistant",
    openTo: "account",
    isOfAccount: true,
    belongsTo: "/app/account",
    load: () => import("./pages/connect.tsx"),
  },
  { path: "/app/help", title: "Help", openTo: "account", shortcut: "h", load: () => import("./pages/help.tsx") },
  { path: "/app/sign-in", title: "Sign in", openTo: "visitors", load: () => import("./pages/sign_in.tsx") },
  { path: "/app/sign-up", title: "Sign up", openTo: "visitors", load: () => import("./pages/sign_up.tsx") },
  { path: "/app/forgotten", title: "New password", openTo: "visitors", load: () => import("./pages/forgotten.tsx") },
  { path: "/app/reset", title: "Choose a new password", openTo: "everybody", load: () => import("./pages/reset.tsx") },
  { path: "/app/verify", title: "Confirm your address", openTo: "everybody", load: () => import("./pages/verify.tsx") },
];

/** The pages that this console has. In a studio nobody signs up or in, or has an account to look after. */
export const SHOWN_PAGES: readonly Page[] = PAGES.filter(({ openTo, isOfAccount }) =>
  !IS_STUDIO || (openTo !== "visitors" && isOfAccount !== true)
);
