/** The aggregates whose commands contain no texts except names and identifiers. */
import { apiKey, type ApiKeyCommand } from '../domain/api-key/api-key.ts';
import { category, type CategoryCommand } from '../domain/category/category.ts';
import { entity, type EntityCommand } from '../domain/entity/entity.ts';
import { erasure, type ErasePerson } from '../domain/erasure/erasure.ts';
import { identifier, type IdentifierCommand } from '../domain/identifier/identifier.ts';
import { member, type MemberCommand } from '../domain/member/member.ts';
import { views, type ViewCommand } from '../domain/view/view.ts';
import { workspace, type WorkspaceCommand } from '../domain/workspace/workspace.ts';
import { streamsOf, withoutTexts } from './aggregate.ts';
import { cleanName, withCleanName } from './text/values.ts';

export const apiKeyAggregate = {
  stream: streamsOf('api-key'),
  decider: apiKey,
  cleaned: (command: ApiKeyCommand): ApiKeyCommand =>
    command.type === 'IssueApiKey' ? { ...command, clientName: cleanName(command.clientName, 'client_name') } : command,
};

export const categoryAggregate = {
  stream: streamsOf('category'),
  decider: category,
  cleaned: withCleanName<CategoryCommand>,
};

export const entityAggregate = { stream: streamsOf('entity'), decider: entity, cleaned: withCleanName<EntityCommand> };

export const erasureAggregate = {
  stream: streamsOf('erasure'),
  decider: erasure,
  cleaned: withoutTexts<ErasePerson>,
  // There is no state to fold.
  startsAfresh: () => true,
};

export const identifierAggregate = {
  stream: streamsOf('identifier'),
  decider: identifier,
  cleaned: withoutTexts<IdentifierCommand>,
};

export const memberAggregate = { stream: streamsOf('member'), decider: member, cleaned: withoutTexts<MemberCommand> };

export const workspaceAggregate = {
  stream: (_workspace: string, id: string): string => `workspace-${id}`,
  decider: workspace,
  cleaned: withCleanName<WorkspaceCommand>,
};

/** Of the list that the views are of: `publications`. */
export const viewAggregate = { stream: streamsOf('view'), decider: views, cleaned: withCleanName<ViewCommand> };
