import { type Signal, signal } from "@preact/signals";
import type { ComponentType, JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { useEffect } from "preact/hooks";
import { type Page, SHOWN_PAGES } from "../pages.ts";
import { sessionState } from "../session/session.ts";
import { IS_STUDIO } from "../studio/is_studio.ts";
import { StudioClosed } from "../studio/studio_closed.tsx";
import { PageNotLoaded } from "./page_not_loaded.tsx";
import { useTitleOfRoute } from "./page_title.ts";
import { PageOnItsWay } from "./page_on_its_way.tsx";
import { VerifiedOnly } from "./verified_only.tsx";

/** The pages of the console for the router: paths and components, each of which loads its code when it is shown. */
export const ROUTES: readonly { readonly path: string; readonly component: ComponentType }[] = SHOWN_PAGES.map(
  (page) => {
    const Content = loadedWhenShown(page);
    return { path: page.path, component: () => <Guarded page={page} Content={Content} /> };
  },
);

/** Returns the component of a page, whose code the browser loads when it is first shown. */
function loadedWhenShown(page: Page): ComponentType {
  const code: Signal<ComponentType | null> = signal(null);
  let loading: Promise<void> | null = null;
  return () => {
    loading ??= page.load().catch(() => ({ default: PageNotLoaded })).then(({ default: component }) => {
      code.value = component;
    });
    const Content = code.value;
    return Content === null ? <PageOnItsWay title={page.title} phase="Loading the page" /> : <Content />;
  };
}

/** Shows a page to the people to whom it is open, and leads others to where they can come from. */
function Guarded({ page, Content }: { readonly page: Page; readonly Content: ComponentType }): JSX.Element {
  const { url, route } = useLocation();
  const { title, openTo } = page;
  const isClosed = IS_STUDIO && openTo === "account" && sessionState.value === "none";
  const elsewhere = isClosed ? null : elsewhereFrom(openTo, url);
  useTitleOfRoute(title);
  useEffect(() => {
    if (elsewhere !== null) route(elsewhere, true);
  }, [elsewhere]);
  if (sessionState.value === "left") return <PageOnItsWay title={title} phase="Leaving your session" />;
  if (isClosed) return <StudioClosed />;
  if (elsewhere !== null) return <PageOnItsWay title={title} phase="Loading the page" />;
  if (sessionState.value === "looking" && openTo !== "everybody") {
    return <PageOnItsWay title={title} phase="Looking for your session" />;
  }
  return openTo === "account"
    ? (
      <VerifiedOnly>
        <Content />
      </VerifiedOnly>
    )
    : <Content />;
}

/** Returns the path to which a person is led who may not see a page; null for one who may. */
function elsewhereFrom(openTo: Page["openTo"], url: string): string | null {
  if (openTo === "account" && sessionState.value === "none") {
    return url === "/app" ? "/app/sign-in" : `/app/sign-in?next=${encodeURIComponent(url)}`;
  }
  return openTo === "visitors" && sessionState.value === "signed in" ? nextPath(url) : null;
}

/** Returns the path at which a person wanted to be before the sign-in. Only paths of the console are taken. */
function nextPath(url: string): string {
  const next = new URL(url, location.origin).searchParams.get("next") ?? "/app";
  return /^\/app(\/|$|\?)/.test(next) ? next : "/app";
}
