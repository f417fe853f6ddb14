/** A tool that changes many records: it shows a preview, and runs once its confirmation is typed. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { newCause } from '../../client/cause.ts';
import { failureFrom, type Failure } from '../../client/failure.ts';
import { refusal } from '../../client/refusal.ts';
import { workspace } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormView, submitting, useForm, type Form } from '../../parts/form.tsx';
import { words as common } from '../../parts/generated/words.ts';
import { Section } from '../../parts/page.tsx';
import { failureText, Notice } from '../../parts/states.tsx';
import { undoing } from '../../parts/undo/undo.ts';
import { ofCause } from '../events/timeline.ts';
import { words as t } from './generated/words.ts';
import { Progress, runs, type ToolName } from './progress.tsx';

const failedInWords = (error: unknown): Failure => {
  const failure = failureFrom(error);
  const { failed_shards: parts } = failure.details;
  // Shards are independent: a failure in one does not affect the others.
  if (Array.isArray(parts)) return failure.saying(t('parts_failed', { count: parts.length }));
  return failure.code === 'publication_not_found' ? failure.saying(t('no_such_publication')) : failure;
};

type Done = {
  readonly text: string;
  /** The correlation id of the run. */
  readonly cause: string;
  /** A shard. */
  readonly hasFailed?: boolean;
};

type Props<V extends object, Plan> = {
  /** The prefix of its message keys. */
  readonly name: ToolName;
  /** The options; changing one discards the preview. */
  readonly initial: V;
  readonly children: (form: Form<V>) => ComponentChildren;
  /** Runs the tool with this correlation id; a dry run only reports what would change. */
  readonly work: (chosen: V, dryRun: boolean, cause?: string) => Promise<Plan>;
  /** The number of changes. */
  readonly sizeOf: (plan: Plan) => number;
  readonly preview: (plan: Plan) => ComponentChildren;
  readonly done: (plan: Plan) => string;
  /** The text to type. */
  readonly confirmation?: string;
  readonly canUndo?: boolean;
};

type ConfirmProps = { readonly confirmation: string; readonly action: string; readonly run: () => Promise<void> };

const Confirm = ({ confirmation, action, run }: ConfirmProps) => {
  const form = useForm({
    initial: { typed: '' },
    refused: failedInWords,
    save: async ({ typed }) => {
      if (typed.trim() !== confirmation) throw refusal('typed', t('not_confirmed', { word: confirmation }));
      await run();
    },
  });
  return (
    <FormView form={form} action={action} isDangerous>
      <TextField label={t('confirm', { word: confirmation })} isRequired type="code" {...form.field('typed')} />
    </FormView>
  );
};

type ResultProps = { readonly done: Done; readonly canUndo: boolean };

const Result = ({ done: { text, cause, hasFailed = false }, canUndo }: ResultProps) => (
  <Notice kind={hasFailed ? 'warning' : 'info'}>
    {text}{' '}
    <span class="actions">
      <a class="in-text" href={ofCause(cause)}>
        {t('in_activity')}
      </a>
      {canUndo && (
        <Button isSmall icon="undo-2" onClick={() => void undoing(cause).run()}>
          {common('undo')}
        </Button>
      )}
    </span>
  </Notice>
);

type State<Plan> =
  | { readonly step: 'idle' }
  | { readonly step: 'planned'; readonly plan: Plan }
  | { readonly step: 'done'; readonly done: Done };

export const Tool = <V extends object, Plan>({
  name,
  initial,
  children,
  work,
  sizeOf,
  preview,
  done,
  confirmation = workspace.value ?? '',
  canUndo = false,
}: Props<V, Plan>) => {
  const title = t(`${name}_title`);
  const [state, setState] = useState<State<Plan>>({ step: 'idle' });
  /** The page waits for the response, which has more details than the timeline. */
  const isAwaited = useRef(false);
  const followed = runs.jobs.value.find(({ tool }) => tool === name);
  const form = useForm({
    initial,
    refused: failedInWords,
    save: async (values: V) => {
      setState({ step: 'idle' });
      setState({ step: 'planned', plan: await latest.current(values, true) });
    },
  });
  const latest = useRef(work);
  latest.current = work;
  const chosen = form.values.value;
  useEffect(() => {
    setState({ step: 'idle' });
    form.forgive();
  }, [chosen]);
  const start = async (size: number): Promise<void> => {
    const cause = newCause();
    // A single record is done at once.
    if (size > 1) runs.follow({ id: cause, tool: name, size, startedAt: Date.now() });
    isAwaited.current = true;
    try {
      const text = done(await work(chosen, false, cause));
      runs.forget(cause);
      setState({ step: 'done', done: { text, cause } });
    } catch (error) {
      // Without a response, the server may still be running it.
      if (failureFrom(error).kind !== 'offline') runs.forget(cause);
      throw error;
    } finally {
      isAwaited.current = false;
    }
  };
  const ended = (cause: string, hasFailed: boolean): void => {
    if (isAwaited.current) return;
    runs.forget(cause);
    setState({ step: 'done', done: { text: t(hasFailed ? 'ended_partly' : 'ended'), cause, hasFailed } });
  };
  const size = state.step === 'planned' ? sizeOf(state.plan) : 0;
  const choices = children(form);
  const failure = form.rest();
  return (
    <Section title={title}>
      <form class="card-body form stack airy" onSubmit={submitting(form.submit)}>
        <p class="muted">{t(`${name}_lead`)}</p>
        {choices}
        <div class="actions">
          <Button type="submit" icon="eye" isBusy={form.isSaving.value} aria-label={`${t('show_plan')}: ${title}`}>
            {t('show_plan')}
          </Button>
        </div>
      </form>
      <div role="status">
        {failure !== null && (
          <div class="card-footer">
            <Notice kind="danger">{failureText(failure)}</Notice>
          </div>
        )}
        {state.step === 'done' && (
          <div class="card-footer">
            <Result done={state.done} canUndo={canUndo} />
          </div>
        )}
        {state.step === 'planned' && (
          <div class="card-footer stack loose">
            {size === 0 ? <p class="muted">{t(`nothing_to_${name}`)}</p> : preview(state.plan)}
          </div>
        )}
      </div>
      {followed !== undefined && (
        <div class="card-footer">
          <Progress
            key={followed.id}
            run={followed}
            onEnded={(hasFailed) => ended(followed.id, hasFailed)}
            onRest={() => {
              runs.forget(followed.id);
              void form.submit();
            }}
          />
        </div>
      )}
      {size > 0 && (followed === undefined || isAwaited.current) && (
        <div class="card-footer">
          <Confirm confirmation={confirmation} action={t(name)} run={() => start(size)} />
        </div>
      )}
    </Section>
  );
};
