import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import type { components } from "../../clients/typescript/mod.ts";
import { useAction } from "../action.ts";
import { answered, api } from "../api.ts";
import { Button } from "../components/button.tsx";
import { CheckField } from "../components/check_field.tsx";
import { Form } from "../components/form.tsx";
import { PageHead } from "../components/page_head.tsx";
import { Shown } from "../components/shown.tsx";
import type { Held } from "../field_of.ts";
import { loadable, useLoaded } from "../loaded.ts";

type Asked = components["schemas"]["AuthorizationRequest"];
type AskedScope = Asked["scopes"][number];

const requests = loadable((id, signal) =>
  answered(api.GET("/oauth/requests/{request_id}", { params: { path: { request_id: id } }, signal }))
);

/** What an AI assistant opens that wants to act for the person's account. */
export default function Connect(): JSX.Element {
  const { query } = useLocation();
  const id = query["request"] ?? "";
  return (
    <div class="narrow stack">
      <PageHead title="Connect an assistant" />
      {id === "" ? <NothingAsked /> : <Asking id={id} />}
    </div>
  );
}

function NothingAsked(): JSX.Element {
  return (
    <>
      <p class="prose">
        An assistant opens this page when it asks to act for your account, and nothing is asked for now. Begin in the
        assistant: add this service there as a connector.
      </p>
      <p>
        <a href="/app/account/connectors">What you have allowed</a>
      </p>
    </>
  );
}

function Asking({ id }: { readonly id: string }): JSX.Element {
  return (
    <Shown loaded={useLoaded(requests, id)} phase="Reading what the assistant asks for">
      {(asked) => <Consent key={id} id={id} asked={asked} />}
    </Shown>
  );
}

function Consent({ id, asked }: { readonly id: string; readonly asked: Asked }): JSX.Element {
  // What not even an API key may do, a person chooses by themselves.
  const chosen = useSignal(asked.scopes.filter(({ is_apart }) => !is_apart).map(({ scope }) => scope));
  const decide = useAction(async (scopes: readonly AskedScope["scope"][]) => {
    const { redirect_to } = await answered(api.POST("/oauth/requests/{request_id}/decision", {
      params: { path: { request_id: id } },
      body: { scopes: [...scopes] },
    }));
    location.assign(redirect_to);
  });
  const held = ({ scope }: AskedScope): Held<boolean> => ({
    get value() {
      return chosen.value.includes(scope);
    },
    set value(isChosen) {
      const others = chosen.value.filter((other) => other !== scope);
      chosen.value = isChosen ? [...others, scope] : others;
    },
  });
  return (
    <>
      <Asker asked={asked} />
      <Form
        action="Allow"
        onSubmit={() => void decide.run(chosen.value)}
        isRunning={decide.isRunning}
        refusal={decide.refusal}
        disabled={chosen.value.length === 0}
        beside={<Button isRunning={decide.isRunning} onClick={() => void decide.run([])}>Do not allow</Button>}
      >
        <Scopes
          legend="It may"
          scopes={asked.scopes.filter(({ is_apart }) => !is_apart)}
          held={held}
        />
        <Scopes
          legend="It also asks for what no API key may do"
          scopes={asked.scopes.filter(({ is_apart }) => is_apart)}
          held={held}
        />
      </Form>
      <p>
        It never sees your password, your billing or your API keys. You can take this back at any time under{" "}
        <a href="/app/account/connectors">Connectors</a>.
      </p>
    </>
  );
}

/** Who asks, and where the answer goes. */
function Asker(
  { asked: { client_name, client_id, client_host, redirect_host, is_loopback } }: { readonly asked: Asked },
): JSX.Element {
  return (
    <>
      <p>
        <strong>
          <bdi>{client_name ?? client_id}</bdi>
        </strong>{" "}
        wants to act for your account. {client_host === null ? "It chose this name itself" : (
          <>
            It is a program of{" "}
            <strong>
              <bdi>{client_host}</bdi>
            </strong>, which chose this name
          </>
        )}. Your answer goes to{" "}
        <strong>
          <bdi>{redirect_host}</bdi>
        </strong>.
      </p>
      {is_loopback
        ? (
          <p class="notice notice-care">
            That is a program on your own machine, and any program there could give this name. Go on only if you have
            just begun this yourself.
          </p>
        )
        : null}
    </>
  );
}

interface ScopesProps {
  readonly legend: string;
  readonly scopes: readonly AskedScope[];
  readonly held: (scope: AskedScope) => Held<boolean>;
}

function Scopes({ legend, scopes, held }: ScopesProps): JSX.Element | null {
  if (scopes.length === 0) return null;
  return (
    <fieldset>
      <legend>{legend}</legend>
      {scopes.map((scope) => <CheckField key={scope.scope} label={scope.sentence} value={held(scope)} />)}
    </fieldset>
  );
}
