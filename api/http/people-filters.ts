/** Filters of the people whom websites list: the parameters and their conditions on rows. */
import { ID } from '../../domain/limits.ts';
import { containing, having, type Condition } from '../../projections/ports.ts';

export const PEOPLE_FILTERS = {
  entity_id: {
    type: 'string',
    minLength: 1,
    maxLength: ID.given,
    description: 'Extension. Only people whose current affiliation is to this entity.',
  },
  category_id: {
    type: 'string',
    minLength: 1,
    maxLength: ID.key,
    description: 'Extension. Only people in this category.',
  },
} as const;

type Asked = { readonly [Name in keyof typeof PEOPLE_FILTERS]: string | null };

export const narrowingPeople = ({ entity_id: entityId, category_id: categoryIds }: Asked): readonly Condition[] => [
  ...having({ entityId }),
  ...containing({ categoryIds }),
];
