import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { Button } from "../components/button.tsx";
import { sessionState } from "../session/session.ts";
import { beginTour, leaveTour, tourState } from "./tour_state.ts";

/** A step of the tour: a page, and what is to be seen there. */
interface Step {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

const STEPS: readonly Step[] = [
  {
    path: "/app",
    title: "The overview is where you come back to",
    text: "It shows what you hold, what has drifted and your newest runs.",
  },
  {
    path: "/app/new",
    title: "A run answers what to hold",
    text:
      "Choose assets, methods and rules on one screen. What you choose is checked while you type, and kept at this " +
      "browser until you send it. The sample portfolio fills everything in.",
  },
  {
    path: "/app/runs",
    title: "Every run is kept with its proof",
    text: "A result says what to hold, why it can be believed and what each rule costs. Change it and send it again, " +
      "or see what it would have earned in a stretch of its history.",
  },
  {
    path: "/app/help",
    title: "Every term has its definition",
    text: "Words with a dotted line explain themselves: point at them, tap them, or reach them by Tab. All of them " +
      "stand here. The key ? shows the keyboard shortcuts.",
  },
];

/** The tour: offered once on the overview, then a card above each page that it leads to. It can be left at any step. */
export function Tour(): JSX.Element | null {
  const { path, route } = useLocation();
  const state = tourState.value;
  if (sessionState.value !== "signed in" || state === "over") return null;
  if (state === "offered") return path === "/app" ? <Offer /> : null;
  const step = STEPS[state];
  if (step === undefined) return null;
  const go = (next: number): void => {
    const following = STEPS[next];
    if (following === undefined) return leaveTour();
    tourState.value = next;
    route(following.path);
  };
  return (
    <section class="tour card" aria-label="Tour">
      <div role="status">
        <p class="muted small">Step {state + 1} of {STEPS.length}</p>
        <h2>{step.title}</h2>
        <p>{step.text}</p>
      </div>
      <div class="row">
        <Button kind="primary" onClick={() => go(state + 1)}>{state + 1 < STEPS.length ? "Next" : "Done"}</Button>
        {state === 0 ? null : <Button onClick={() => go(state - 1)}>Back</Button>}
        {path === step.path ? null : <a href={step.path}>Go to this page</a>}
        <Button kind="quiet" onClick={leaveTour}>Leave the tour</Button>
      </div>
    </section>
  );
}

function Offer(): JSX.Element {
  return (
    <section class="tour tour-offer" aria-label="Tour">
      <p>
        <strong>New here?</strong> Four steps show what there is.
      </p>
      <div class="row">
        <Button onClick={beginTour}>Take the tour</Button>
        <a class="button button-quiet" href="/app/new?sample=1">Try a sample portfolio</a>
        <Button kind="quiet" onClick={leaveTour}>No, thanks</Button>
      </div>
    </section>
  );
}
