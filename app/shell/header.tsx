import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { useEffect, useRef } from "preact/hooks";
import { centre } from "../components/centre.ts";
import { addressOf, SHOWN_PAGES } from "../pages.ts";
import { sessionState } from "../session/session.ts";
import { ThemeSwitch } from "./theme_switch.tsx";

const MENU = SHOWN_PAGES.filter(({ shortcut }) => shortcut !== undefined)
  .map((page) => ({ title: page.title, address: addressOf(page) }));

/** Addresses of pages, with those of the pages of the navigation to which they belong. */
const PLACES = [
  ...MENU.map(({ address }) => ({ address, menu: address })),
  ...SHOWN_PAGES.flatMap((page) =>
    page.belongsTo === undefined ? [] : [{ address: addressOf(page), menu: page.belongsTo }]
  ),
];

/** Head of every page, with the navigation for people who are signed in. */
export function Header(): JSX.Element {
  const isMember = sessionState.value === "signed in" || sessionState.value === "ended";
  return (
    <header class="header">
      <a class="brand" href="/app">
        <Mark />
        <span>Portfolio Optimization</span>
      </a>
      {isMember ? <Navigation /> : null}
      <div class="header-end">
        <a href="/docs" target="_blank" rel="noopener">API</a>
        <ThemeSwitch />
      </div>
    </header>
  );
}

function Navigation(): JSX.Element {
  const { path } = useLocation();
  const current = currentAddress(path);
  const row = useRef<HTMLElement>(null);
  useEffect(() => centre(row.current, "[aria-current]"), [current]);
  return (
    <nav ref={row} aria-label="Pages">
      {MENU.map(({ title, address }) => (
        <a key={address} href={address} aria-current={address === current ? "page" : undefined}>{title}</a>
      ))}
    </nav>
  );
}

/** Returns the address of the page of the navigation to which a path belongs: a run belongs to the runs. */
function currentAddress(path: string): string | undefined {
  const inside = PLACES.filter(({ address }) => path === address || path.startsWith(`${address}/`));
  return inside.toSorted((a, b) => b.address.length - a.address.length)[0]?.menu;
}

/** The sign of the service: an efficient frontier with one portfolio on it. */
function Mark(): JSX.Element {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d="M4 21V3M4 21h17" class="mark-axis" />
      <path d="M7.5 18c-1.5-5 3-11 12.5-12.5" class="mark-curve" />
      <circle cx="10.3" cy="10.6" r="2.4" class="mark-point" />
    </svg>
  );
}
