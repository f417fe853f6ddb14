/** Converts the guides to HTML and their images to files with hashed names. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Marked, type Token } from 'marked';
import { escaped } from '../api/pages/html.ts';

const HASH_CHARACTERS = 8;
const ABSOLUTE = /^(?:[a-z]+:|#)/iu;

/** GitHub's heading anchors, so that links into a guide work in both places. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s/gu, '-');

type Place = { readonly docs: string; readonly out: string; readonly guides: readonly string[] };

const addPicture = async ({ docs, out }: Place, href: string): Promise<string> => {
  const content = await readFile(path.join(docs, href));
  const { name, ext } = path.parse(href);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, HASH_CHARACTERS);
  await writeFile(path.join(out, `${name}-${hash}${ext}`), content);
  return `../../assets/${name}-${hash}${ext}`;
};

/** Throws for a missing image and a link to a page that is not served. */
const resolve = async (place: Place, token: Token): Promise<void> => {
  if (token.type === 'image') token.href = await addPicture(place, String(token.href));
  if (token.type !== 'link' || ABSOLUTE.test(String(token.href))) return;
  const guide = path.basename(String(token.href), '.md');
  if (!place.guides.includes(guide)) throw new Error(`a guide links to ${String(token.href)}, which is not served`);
  token.href = guide;
};

export const buildGuides = async (place: Place): Promise<void> => {
  const { docs, out, guides } = place;
  const marked = new Marked({
    async: true,
    walkTokens: (token) => resolve(place, token),
    renderer: {
      // Focusable, so that wide code can be scrolled by keyboard.
      code({ text }) {
        return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`;
      },
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  await mkdir(path.join(out, 'guides'));
  for (const guide of guides) {
    const html = await marked.parse(await readFile(path.join(docs, `${guide}.md`), 'utf8'));
    await writeFile(path.join(out, `guides/${guide}.html`), html);
  }
};
