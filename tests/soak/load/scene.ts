/** The context of every part of the load. */
import type { Random } from '../../support/history/random.ts';
import type { Client } from '../client.ts';
import type { Findings } from '../findings.ts';
import type { Stage } from '../stage.ts';
import type { Tally } from '../tally.ts';
import type { Turnstile } from '../turnstile.ts';

export type Scene = {
  readonly client: Client;
  readonly stage: Stage;
  readonly findings: Findings;
  readonly tally: Tally;
  readonly turnstile: Turnstile;
  readonly random: Random;
};
