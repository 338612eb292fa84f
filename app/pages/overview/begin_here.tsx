import type { JSX } from "preact";

/** Ways to begin, with what each is for. */
const WAYS = [
  {
    path: "/app/new?way=holdings",
    title: "Start from my holdings",
    text: "A statement of your brokerage, an own list or a table: you see what to buy and to sell.",
  },
  {
    path: "/app/new",
    title: "Start from a list of names",
    text: "Search for shares and funds, or paste tickers or ISINs: you see what to hold.",
  },
] as const;

/** What the overview shows before the first run: what it will show, and what to do first. */
export function BeginHere(): JSX.Element {
  return (
    <section class="empty begin" aria-labelledby="begin-title">
      <h2 id="begin-title">What should you hold, and why should you believe it?</h2>
      <div class="prose">
        <p>Here you will find what you hold, what has drifted, your newest runs and what is worth a look in them.</p>
      </div>
      <div class="row">
        <a class="button button-primary" href="/app/new?sample=1">Try a sample portfolio</a>
      </div>
      <ul class="begin-ways">
        {WAYS.map(({ path, title, text }) => (
          <li key={path}>
            <a href={path}>{title}</a>
            <p class="muted small">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
