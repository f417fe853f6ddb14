/** Commands to one category of a workspace. */
import { category, type CategoryCommand } from '../domain/category/category.ts';
import { streamsOf } from './aggregate.ts';
import { withCleanName } from './text/values.ts';

export const categoryAggregate = {
  stream: streamsOf('category'),
  decider: category,
  cleaned: withCleanName<CategoryCommand>,
};
