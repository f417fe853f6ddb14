/** A tool that works on much at once: it shows first what it would do, and does it when its confirmation is typed. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Failure } from '../../client/failure.ts';
import { refusal } from '../../client/refusal.ts';
import { workspace } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormView, submitting, useForm } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { explained, Notice } from '../../parts/states.tsx';
import { within } from '../pages.ts';
import { failedInWords } from './refusals.ts';
import { words as t } from './words.ts';

export type Done = {
  /** What was done, in words. */
  readonly text: string;
  /** By which the timeline has it. */
  readonly cause: string | null;
};

type Props<Plan> = {
  readonly title: string;
  readonly lead: string;
  /** What can be chosen; `errorOf` is what is wrong with a choice. */
  readonly children: (errorOf: (name: string) => string | undefined) => ComponentChildren;
  /** Of the choices: another drops what was shown. */
  readonly chosen: string;
  /** Asks what would happen, and changes nothing. */
  readonly plan: () => Promise<Plan>;
  readonly isNothing: (plan: Plan) => boolean;
  readonly nothing: string;
  readonly preview: (plan: Plan) => ComponentChildren;
  /** What is to be typed. */
  readonly confirmation: string;
  /** Of the button: a verb. */
  readonly action: string;
  readonly run: () => Promise<Done>;
};

type ConfirmProps = Pick<Props<never>, 'confirmation' | 'action' | 'run'> & { readonly onDone: (done: Done) => void };

const Confirm = ({ confirmation, action, run, onDone }: ConfirmProps) => {
  const form = useForm({
    initial: { typed: '' },
    save: async ({ typed }) => {
      if (typed.trim() !== confirmation) throw refusal('typed', t('not_confirmed', { word: confirmation }));
      try {
        onDone(await run());
      } catch (error) {
        throw failedInWords(error);
      }
    },
  });
  return (
    <FormView form={form} action={action} isDangerous>
      <TextField
        label={t('confirm', { word: confirmation })}
        isRequired
        autocomplete="off"
        spellcheck={false}
        value={form.values.value.typed}
        error={form.errorOf('typed')}
        onValue={(typed) => form.set('typed', typed)}
      />
    </FormView>
  );
};

const Result = ({ done: { text, cause } }: { readonly done: Done }) => (
  <Notice>
    {text}{' '}
    {cause !== null && (
      <a class="in-text" href={within(workspace.value ?? '', `/activity?correlation_id=${encodeURIComponent(cause)}`)}>
        {t('in_activity')}
      </a>
    )}
  </Notice>
);

type State<Plan> =
  | { readonly step: 'idle' | 'planning' }
  | { readonly step: 'failed'; readonly failure: Failure }
  | { readonly step: 'planned'; readonly plan: Plan }
  | { readonly step: 'done'; readonly done: Done };

export const Tool = <Plan,>({
  title,
  lead,
  children,
  chosen,
  plan,
  isNothing,
  nothing,
  preview,
  ...confirming
}: Props<Plan>) => {
  const [state, setState] = useState<State<Plan>>({ step: 'idle' });
  useEffect(() => setState({ step: 'idle' }), [chosen]);
  const show = async (): Promise<void> => {
    if (state.step === 'planning') return;
    setState({ step: 'planning' });
    try {
      setState({ step: 'planned', plan: await plan() });
    } catch (error) {
      setState({ step: 'failed', failure: failedInWords(error) });
    }
  };
  return (
    <Section title={title}>
      <form class="card-body form" onSubmit={submitting(show)}>
        <p class="muted">{lead}</p>
        {children((name) => (state.step === 'failed' ? state.failure.byField.get(name) : undefined))}
        <div class="actions">
          <Button
            type="submit"
            icon="eye"
            isBusy={state.step === 'planning'}
            aria-label={`${t('show_plan')}: ${title}`}
          >
            {t('show_plan')}
          </Button>
        </div>
      </form>
      <div role="status">
        {state.step === 'failed' && (
          <div class="card-footer">
            <Notice kind="danger">{explained(state.failure)}</Notice>
          </div>
        )}
        {state.step === 'done' && (
          <div class="card-footer">
            <Result done={state.done} />
          </div>
        )}
        {state.step === 'planned' && (
          <div class="card-footer plan">
            {isNothing(state.plan) ? <p class="muted">{nothing}</p> : preview(state.plan)}
          </div>
        )}
      </div>
      {state.step === 'planned' && !isNothing(state.plan) && (
        <div class="card-footer">
          <Confirm {...confirming} onDone={(done) => setState({ step: 'done', done })} />
        </div>
      )}
    </Section>
  );
};
