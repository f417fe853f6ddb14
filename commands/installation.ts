/** Commands to one installation. */
import { installation } from '../domain/installation/installation.ts';
import { streamsOf } from './aggregate.ts';

export const installationAggregate = { stream: streamsOf('installation'), decider: installation };
