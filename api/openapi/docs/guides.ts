/** The guides that a contract links to, as they are written: Markdown, shown as text. */
import { readFileSync } from 'node:fs';
import { ANYONE } from '../../http/access.ts';
import type { Route } from '../../http/route.ts';
import { builtFile } from '../../pages/assets.ts';
import { guideAddress, type Guide } from '../audiences.ts';

const TEXT = 'text/plain; charset=utf-8';

/** Reads the files, once a listener. */
export const guideRoutes = (guides: readonly Guide[]): readonly Route[] =>
  guides.map((guide) => {
    const file = { type: TEXT, content: readFileSync(builtFile(`guides/${guide}.md`)) };
    return {
      method: 'GET',
      path: guideAddress(guide),
      access: ANYONE,
      extension: true,
      summary: 'A guide',
      description: 'How to use a part of the interface, with requests to try.',
      query: {},
      responses: { 200: { type: 'string', contentMediaType: TEXT } },
      errors: [],
      handle: () => Promise.resolve({ body: null, file }),
    };
  });
