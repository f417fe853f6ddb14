/** Metrics of commands by type and outcome. */
import type { Registry } from 'prom-client';
import type { WatchCommand } from '../../../commands/ports.ts';
import { Refused, Unavailable } from '../../../domain/errors.ts';
import { ANSWER_SECONDS, instrumentsOf, secondsSince } from './instruments.ts';

/** The kind of a refusal; `unavailable` if a store was unavailable; `error` for a bug. */
const outcomeOf = (error: unknown): string => {
  if (error instanceof Refused) return error.kind;
  return error instanceof Unavailable ? 'unavailable' : 'error';
};

export const commandsIn = (registry: Registry): WatchCommand => {
  const { counter, histogram } = instrumentsOf(registry);
  const total = counter('colophon_commands_total', 'Commands executed or rejected.', 'kind', 'command', 'outcome');
  const duration = histogram(
    'colophon_command_duration_seconds',
    'Time from sending a command to its outcome, including all attempts.',
    ANSWER_SECONDS,
    'kind',
  );
  return async ({ kind, type: command }, work) => {
    const began = performance.now();
    const ended = (outcome: string): void => {
      total.inc({ kind, command, outcome });
      duration.observe({ kind }, secondsSince(began));
    };
    try {
      const handled = await work();
      ended('done');
      return handled;
    } catch (error) {
      ended(outcomeOf(error));
      throw error;
    }
  };
};
