/** Commands to one publication of a workspace. */
import type { PublicationCommand } from '../domain/publication/commands.ts';
import type { Enrichment } from '../domain/publication/events.ts';
import { publication } from '../domain/publication/publication.ts';
import { streamsOf } from './aggregate.ts';
import { cleanChanges, cleanFields, cleanJson } from './text/values.ts';

type Facts = { readonly enrichment?: Enrichment | null };

const cleanFacts = ({ enrichment }: Facts): Facts => (enrichment == null ? {} : { enrichment: cleanJson(enrichment) });

const cleaned = (command: PublicationCommand): PublicationCommand => {
  switch (command.type) {
    case 'RecordFromProvider':
      return { ...command, original: cleanFields(command.original), ...cleanFacts(command) };
    case 'ConfirmFromProvider':
      return { ...command, ...cleanFacts(command) };
    case 'EditPublication':
      return { ...command, changes: cleanChanges(command.changes) };
    default:
      return command;
  }
};

export const publicationAggregate = { stream: streamsOf('publication'), decider: publication, cleaned };
