/** Styles of citations: the bundled ones, and those of a folder. */
import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BUNDLED_STYLES } from '../../../api/http/ports.ts';
import type { Log } from '../../../commands/ports.ts';
import { readStyles } from '../../../infra/citations/styles.ts';
import { silent } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';

const styling = suite('the styles of citations');

styling('are bundled', () => assert.deepEqual([...readStyles(null, silent).keys()], BUNDLED_STYLES));

const style = (body: string): string =>
  `<?xml version="1.0"?>\n<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0">\n${body}\n</style>\n`;
const LISTS = '<bibliography><layout><text variable="title"/></layout></bibliography>';

const BROKEN: Readonly<Record<string, readonly [xml: string, complaint: RegExp]>> = {
  'cycle.csl': [
    style(`<macro name="a">\n<text macro="b"/></macro><macro name="b">\n<text macro="a"/></macro>${LISTS}`),
    /cycle\.csl, line \d is not used: the macro "\w" contains itself/u,
  ],
  'dependent.csl': [
    style('<info>\n<link href="http://x/apa" rel="independent-parent"/></info>'),
    /dependent\.csl, line 4 is not used: this style only refers to http:\/\/x\/apa/u,
  ],
  'in-text.csl': [style('<citation/>'), /in-text\.csl, line \d is not used: this style has no bibliography/u],
  'macro.csl': [
    style('<bibliography><layout>\n<text macro="nowhere"/></layout></bibliography>'),
    /macro\.csl, line 4 is not used: there is no macro "nowhere"/u,
  ],
  'page.csl': ['<html/>', /page\.csl, line 1 is not used: this is not a CSL style/u],
  'unclosed.csl': [style('<bibliography>\n<layout>\n</bibliography>'), /unclosed\.csl, line 5 is not used: /u],
  'über.csl': [style(LISTS), /über\.csl, line 1 is not used: the name of a style/u],
};

styling('of a folder stand beside them, and a broken one is named with its line', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'styles-'));
  styling.after(() => rm(folder, { recursive: true }));
  await copyFile('infra/citations/styles/ieee.csl', path.join(folder, 'house.csl'));
  await writeFile(
    path.join(folder, 'short.csl'),
    `\u{feff}${style(`<info><title>Short &amp; good</title></info>${LISTS}`)}`,
  );
  await writeFile(path.join(folder, 'notes.txt'), 'no style');
  for (const [file, [xml]] of Object.entries(BROKEN)) await writeFile(path.join(folder, file), xml);
  const said: string[] = [];
  const warn: Log['warn'] = (_fields, message) => void said.push(message);
  const styles = readStyles(folder, { ...silent, warn });
  assert.deepEqual([...styles.keys()], [...BUNDLED_STYLES, 'house', 'short']);
  assert.equal(styles.get('short')?.title, 'Short & good');
  Object.values(BROKEN).forEach(([, complaint], n) => assert.match(said[n] ?? '', complaint));
  assert.equal(said.length, Object.keys(BROKEN).length);
});

styling('are the bundled ones if there is no such folder', () => {
  const said: string[] = [];
  const warn: Log['warn'] = (_fields, message) => void said.push(message);
  assert.deepEqual([...readStyles('/nowhere', { ...silent, warn }).keys()], BUNDLED_STYLES);
  assert.match(said.join(), /STYLES_DIR=\/nowhere cannot be read/u);
});
