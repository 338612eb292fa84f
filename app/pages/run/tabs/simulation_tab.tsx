import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { periodsPerYear } from "../../../../src/domain/frequency.ts";
import { answered, api } from "../../../api.ts";
import { SimulationFan } from "../../../charts/simulation_fan.tsx";
import { simulationFigures } from "../../../charts/simulation_figures.ts";
import { TerminalWealth } from "../../../charts/terminal_wealth.tsx";
import { WhenSeen } from "../../../charts/when_seen.tsx";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Empty } from "../../../components/empty.tsx";
import { Figure } from "../../../components/figure.tsx";
import { Shown } from "../../../components/shown.tsx";
import { Waiting } from "../../../components/waiting.tsx";
import { count } from "../../../format/count.ts";
import { moment } from "../../../format/moment.ts";
import { useLoaded } from "../../../loaded.ts";
import { wordsOf } from "../../../format/words_of.ts";
import { catalogue } from "../catalogue.ts";
import { DescribedForm } from "../described_form.tsx";
import { frequencyOf } from "../frequency_of.ts";
import { JobOfRun } from "../job_of_run.tsx";
import { type Simulation, type SimulationDetail, simulationOfId, simulationsOfRun } from "../jobs_of_run.ts";
import { RefusedOfRun } from "../refused_of_run.tsx";
import type { ShownResult } from "../shown_result.ts";
import { stateInVersion, Versions } from "../versions.tsx";

/** The simulations of the run: what its portfolios may become, and how likely a goal is. */
export function SimulationTab({ shown }: { readonly shown: ShownResult }): JSX.Element {
  const loaded = useLoaded(simulationsOfRun, shown.job.run_id);
  const isOpen = useSignal(false);
  const chosen = useSignal<string | null>(null);
  const items = loaded.value?.items ?? [];
  const shownKey = chosen.value ?? items[0]?.mc_run_id ?? null;
  const begin = (
    <Button kind={items.length === 0 ? "primary" : "plain"} onClick={() => isOpen.value = true}>
      Run a simulation
    </Button>
  );
  return (
    <div class="stack">
      <RefusedOfRun refusal={loaded.refusal} onRetry={() => void loaded.reload()} />
      {items.length > 0
        ? (
          <div class="row">
            <Versions
              label="Simulation"
              versions={items.map(({ mc_run_id, name, config, created_at, status }) => ({
                key: mc_run_id,
                name: `${name ?? wordsOf(config?.model ?? "simulation")} of ${moment(created_at)}${
                  stateInVersion(mc_run_id, status)
                }`,
              }))}
              chosen={shownKey}
              onChoose={(key) => chosen.value = key}
            />
            {begin}
          </div>
        )
        : loaded.isWaiting
        ? <Waiting phase="Reading the simulations" />
        : loaded.refusal !== null
        ? null
        : (
          <Empty title="No simulation yet" action={begin}>
            <p>
              A simulation draws thousands of futures, with what you pay in or take out, and counts those that reach a
              goal.
            </p>
          </Empty>
        )}
      <Dialog title="Run a simulation" isOpen={isOpen.value} onClose={() => isOpen.value = false}>
        <NewSimulation
          shown={shown}
          onSent={(id) => {
            isOpen.value = false;
            chosen.value = id;
            void loaded.reload();
          }}
        />
      </Dialog>
      {shownKey === null ? null : (
        <JobOfRun key={shownKey} id={shownKey}>
          {() => <Figures id={shownKey} shown={shown} />}
        </JobOfRun>
      )}
    </div>
  );
}

function NewSimulation(
  { shown, onSent }: { readonly shown: ShownResult; readonly onSent: (id: string) => void },
): JSX.Element {
  const { job, result, method } = shown;
  const known = useLoaded(catalogue);
  const keys = result.methods.filter(({ weights }) => weights !== null).map(({ key }) => key);
  return (
    <Shown loaded={known} phase="Reading the fields">
      {({ submission }) => (
        <DescribedForm
          fields={submission.fields}
          within="monte_carlo"
          first={["method", "model", "horizon", "initial_value", "contribution", "withdrawal", "goal", "paths"]}
          choices={{ method: keys }}
          initial={{ method: method.weights === null ? "" : method.key }}
          draft={`simulation of ${job.run_id}`}
          action="Run the simulation"
          submit={async (body, headers) => {
            const params = { path: { run_id: job.run_id } };
            return (await answered(api.POST("/runs/{run_id}/monte_carlo", { params, body, headers }))).mc_run_id;
          }}
          onSent={onSent}
        />
      )}
    </Shown>
  );
}

function Figures({ id, shown }: { readonly id: string; readonly shown: ShownResult }): JSX.Element {
  const loaded = useLoaded(simulationOfId, id);
  return (
    <Shown loaded={loaded} phase="Reading the simulation">
      {({ simulation, detail }) => <Simulated simulation={simulation} detail={detail} shown={shown} />}
    </Shown>
  );
}

interface SimulatedProps {
  readonly simulation: Simulation;
  readonly detail: SimulationDetail;
  readonly shown: ShownResult;
}

function Simulated({ simulation: { config }, detail, shown: { result } }: SimulatedProps): JSX.Element {
  const { data, currency, methods } = result;
  const method = config?.method ?? methods.find(({ weights }) => weights !== null)?.key ?? "";
  const figures = useMemo(
    () =>
      config === null ? null : simulationFigures({
        config,
        detail,
        method,
        currency,
        frequency: frequencyOf(data?.frequency),
        periodsPerYear: data?.periods_per_year ?? periodsPerYear(frequencyOf(data?.frequency)),
      }),
    [config, detail, method, currency, data],
  );
  return (
    <div class="stack">
      <SummaryFigures detail={detail} goal={config?.goal ?? null} currency={currency} />
      {figures === null ? null : (
        <>
          <SimulationFan figures={figures} />
          <WhenSeen height={360}>{() => <TerminalWealth figures={figures} />}</WhenSeen>
        </>
      )}
    </div>
  );
}

interface SummaryProps {
  readonly detail: SimulationDetail;
  readonly goal: number | null;
  readonly currency: string | null;
}

/** How likely a loss, ruin and the goal are, and what the wealth at the end is. */
function SummaryFigures({ detail, goal, currency }: SummaryProps): JSX.Element {
  const money = (value: number | null): JSX.Element =>
    currency === null ? <Figure value={value} as="ratio" /> : <Figure value={value} as="money" currency={currency} />;
  return (
    <div class="headline">
      <dl>
        <div>
          <dt>Median wealth at the end</dt>
          <dd class="headline-figure">{money(detail.terminal.median)}</dd>
          <dd class="small">
            one path in 20 at most {money(detail.terminal.percentiles["5"] ?? null)}, one in 20 at least{" "}
            {money(detail.terminal.percentiles["95"] ?? null)}
          </dd>
        </div>
        {goal === null ? null : (
          <div>
            <dt>Reaches {money(goal)}</dt>
            <dd class="headline-figure">
              <Figure value={detail.probability_of_goal ?? null} as="percent" />
            </dd>
          </div>
        )}
        <div>
          <dt>Ends with a loss</dt>
          <dd class="headline-figure">
            <Figure value={detail.probability_of_loss} as="percent" />
          </dd>
        </div>
        <div>
          <dt>Comes to ruin</dt>
          <dd class="headline-figure">
            <Figure value={detail.probability_of_ruin} as="percent" />
          </dd>
        </div>
      </dl>
      <p class="muted small">{count(detail.paths)} paths of {count(detail.horizon)} periods</p>
    </div>
  );
}
