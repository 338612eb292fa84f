import type { JSX } from "preact";
import { LocationProvider, Route, Router, useLocation } from "preact-iso/router";
import { Toasts } from "../components/toasts.tsx";
import { IS_STUDIO } from "../studio/is_studio.ts";
import { StudioLine } from "../studio/studio_line.tsx";
import { Tour } from "../help/tour.tsx";
import { ConnectionBanner } from "./connection_banner.tsx";
import { FaultBoundary } from "./fault_boundary.tsx";
import { Header } from "./header.tsx";
import { useKeptFocus } from "./kept_focus.ts";
import { useKeptPages } from "./keep_pages.ts";
import { NotFound } from "./not_found.tsx";
import { ROUTES } from "./routes.tsx";
import { SessionEnded } from "./session_ended.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { Waits } from "./waits.tsx";

/** The frame of every page: navigation, the page itself, messages and dialogs that may come on any page. */
export function Shell(): JSX.Element {
  useKeptPages();
  useKeptFocus();
  return (
    <LocationProvider scope={/^\/app(\/|$|\?)/}>
      <a class="skip" href="#main">Skip to the content</a>
      <Header />
      {IS_STUDIO ? <StudioLine /> : null}
      <div class="banners">
        <Waits />
        <ConnectionBanner />
      </div>
      <main id="main" tabIndex={-1}>
        <Tour />
        <Pages />
      </main>
      <Toasts />
      <Shortcuts />
      <SessionEnded />
    </LocationProvider>
  );
}

function Pages(): JSX.Element {
  const { path } = useLocation();
  return (
    <FaultBoundary path={path}>
      <Router>
        {ROUTES.map(({ path, component }) => <Route key={path} path={path} component={component} />)}
        <Route default component={NotFound} />
      </Router>
    </FaultBoundary>
  );
}
