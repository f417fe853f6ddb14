/** Runs the story of the sample: sends its requests in order, as their senders would. */
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '../../domain/json.ts';
import type { StaffRequest, Step } from './story.ts';

export type Stage = {
  readonly dashboardUrl: string;
  readonly publicUrl: string;
  readonly tokens: Readonly<Record<'librarian' | 'assistant', string>>;
  readonly correct: () => void;
  /** Called with the number of completed steps. */
  readonly reached: (steps: number) => Promise<void>;
  readonly signal: AbortSignal;
};

const POLL_MS = 50;
/** The answer to steps that an interrupted run has already done. */
const CONFLICT = 409;

const answerTo = async (
  { dashboardUrl, publicUrl, tokens, signal }: Stage,
  { by, send, body }: StaffRequest,
  key: string,
): Promise<JsonObject> => {
  const [method = '', address = ''] = send.split(' ');
  const [base, who] =
    by === 'portal' ? [publicUrl, { 'x-api-key': key }] : [dashboardUrl, { authorization: `Bearer ${tokens[by]}` }];
  const response = await fetch(`${base}${address}`, {
    method,
    headers: { ...who, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
    signal,
  });
  const text = await response.text();
  if (!response.ok && response.status !== CONFLICT) throw new Error(`${send}: ${response.status} ${text}`);
  return text === '' ? {} : (JSON.parse(text) as JsonObject);
};

/** Skips the first `from` steps. Throws if a request is rejected, and the signal's reason. */
export const runStory = async (steps: readonly Step[], from: number, stage: Stage): Promise<void> => {
  // A resumed run has no key, since keys are shown only once.
  let key: string | null = null;
  for (const [index, step] of steps.entries()) {
    if (step === 'corrected') stage.correct();
    else if (index >= from && (step.by !== 'portal' || key !== null)) {
      let answer = await answerTo(stage, step, key ?? '');
      while (step.until?.(answer) === false) {
        await pause(POLL_MS, undefined, { signal: stage.signal });
        answer = await answerTo(stage, step, key ?? '');
      }
      if (typeof answer['key'] === 'string') key = answer['key'];
    }
    if (index >= from) await stage.reached(index + 1);
  }
};
