import { Component, type ComponentChildren } from "preact";
import { Button } from "../components/button.tsx";
import { PageHead } from "../components/page_head.tsx";

interface Props {
  readonly children: ComponentChildren;
}

interface State {
  readonly error: Error | null;
}

/** Shows a sentence and a way out where the code of a page fails, in place of an empty page. */
export class FaultBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static override getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render({ children }: Props, { error }: State): ComponentChildren {
    if (error === null) return children;
    return (
      <>
        <PageHead title="Something went wrong on this page" />
        <p class="prose">This is a fault of the console, not of your data. What you have typed is kept.</p>
        <p class="muted small">{error.message}</p>
        <div class="row">
          <Button kind="primary" onClick={() => location.reload()}>Load again</Button>
          <a href="/app" target="_self">Overview</a>
        </div>
      </>
    );
  }
}
