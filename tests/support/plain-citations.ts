/** Citations without the styles, which take a process of its own seconds to load. */
import type { Citations } from '../../api/http/ports.ts';
import { richText } from '../../commands/text/index.ts';
import { NUMBER_PLACE } from '../../domain/publication/cited.ts';
import type { CslItem } from '../../domain/csl.ts';

const cite = ({ author = [], title = '', volume }: CslItem): string => {
  const names = author.map(({ family = '', given = '' }) => `${family}, ${given.slice(0, 1)}.`).join(', ');
  return richText(`${names} ${title}. ${typeof volume === 'string' ? volume : ''}`);
};

export const plainCitations: Citations = {
  styles: [
    { name: 'apa', title: 'APA' },
    { name: 'ieee', title: 'IEEE' },
  ],
  written: (_workspace, items, { style, locale }) =>
    Promise.resolve(
      items.map((item) => `${style === 'ieee' ? `[${NUMBER_PLACE}] ` : ''}${cite(item)} (${style}, ${locale ?? '-'})`),
    ),
  apa: (_workspace, items) => Promise.resolve(items.map((item) => (item === null ? null : cite(item)))),
  cite: (_workspace, items) => Promise.resolve(items.map((item) => (item === null ? null : cite(item)))),
};
