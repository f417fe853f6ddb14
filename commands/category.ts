/** Commands to one category of a workspace. */
import { category } from '../domain/category/category.ts';
import { streamsOf } from './aggregate.ts';

export const categoryAggregate = { stream: streamsOf('category'), decider: category };
