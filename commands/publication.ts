/** Commands to one publication of a workspace. */
import type { PublicationCommand } from '../domain/publication/commands.ts';
import type { Enrichment } from '../domain/publication/events.ts';
import { publication } from '../domain/publication/publication.ts';
import { streamsOf } from './aggregate.ts';
import { cleanFields, cleanJson } from './text/values.ts';

type Facts = { readonly enrichment?: Enrichment | null };

const cleanFacts = ({ enrichment }: Facts): Facts => (enrichment == null ? {} : { enrichment: cleanJson(enrichment) });

/** The texts of an edit are cleaned where the patch is read (`publication-patch/`), before its rules look at them. */
const cleaned = (command: PublicationCommand): PublicationCommand => {
  switch (command.type) {
    case 'RecordFromProvider':
      return { ...command, original: cleanFields(command.original), ...cleanFacts(command) };
    case 'ConfirmFromProvider':
      return { ...command, ...cleanFacts(command) };
    default:
      return command;
  }
};

export const publicationAggregate = { stream: streamsOf('publication'), decider: publication, cleaned };
