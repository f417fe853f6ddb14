/** Citations without the styles, which take a process of its own seconds to load. */
import type { Citations } from '../../api/dashboard/ports.ts';
import type { StyledCitations } from '../../api/http/ports.ts';
import { richText } from '../../commands/text/index.ts';
import type { CslItem } from '../../domain/csl.ts';

const cite = ({ author = [], title = '', volume }: CslItem): string => {
  const names = author.map(({ family = '', given = '' }) => `${family}, ${given.slice(0, 1)}.`).join(', ');
  return richText(`${names} ${title}. ${typeof volume === 'string' ? volume : ''}`);
};

export const styledCitations: StyledCitations = {
  styles: ['apa'],
  cite: (_workspace, items) => Promise.resolve(items.map((item) => (item === null ? null : cite(item)))),
};

export const plainCitations: Citations = {
  apa: (_workspace, items) => Promise.resolve(items.map((item) => (item === null ? null : cite(item)))),
};
