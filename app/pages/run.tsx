import type { JSX } from "preact";
import { useRoute } from "preact-iso/router";
import { RunPage } from "./run/run_page.tsx";

export default function Run(): JSX.Element {
  const { run = "" } = useRoute().params;
  return <RunPage key={run} id={run} />;
}
