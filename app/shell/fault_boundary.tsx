import { Component, type ComponentChildren } from "preact";
import { Button } from "../components/button.tsx";
import { PageHead } from "../components/page_head.tsx";

interface Props {
  /** Path of the page within: another page is shown whatever became of the one before. */
  readonly path: string;
  readonly children: ComponentChildren;
}

interface State {
  readonly error: Error | null;
  /** Path of the page that was shown last. */
  readonly path: string;
}

/**
 * Shows a sentence and a way out where the code of a page fails, in place of an empty page, and writes the error to the
 * browser's log.
 */
export class FaultBoundary extends Component<Props, State> {
  override state: State = { error: null, path: this.props.path };

  static override getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  static override getDerivedStateFromProps({ path }: Props, before: State): Partial<State> | null {
    return path === before.path ? null : { error: null, path };
  }

  override componentDidCatch(error: Error): void {
    reportError(error);
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
