/** Commands to one partner's key. */
import { apiKey } from '../domain/api-key/api-key.ts';
import { streamsOf } from './aggregate.ts';

export const apiKeyAggregate = { stream: streamsOf('api-key'), decider: apiKey };
