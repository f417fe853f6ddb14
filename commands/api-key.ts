/** Commands to one partner's key. */
import { apiKey, type ApiKeyCommand } from '../domain/api-key/api-key.ts';
import { streamsOf } from './aggregate.ts';
import { cleanName } from './text/values.ts';

const cleaned = (command: ApiKeyCommand): ApiKeyCommand =>
  command.type === 'IssueApiKey' ? { ...command, clientName: cleanName(command.clientName, 'client_name') } : command;

export const apiKeyAggregate = { stream: streamsOf('api-key'), decider: apiKey, cleaned };
