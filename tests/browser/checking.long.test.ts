/** What Home lists to be done about people and retractions is done from there: by keyboard alone, on a phone, in each language. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { newCaller } from '../../commands/caller.ts';
import { handle } from '../../commands/handle.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import type { CslItem } from '../../domain/csl.ts';
import { orcidAddress } from '../../domain/orcid.ts';
import { randomIds } from '../../infra/system.ts';
import { bodyOf } from '../support/dashboard.ts';
import { inventedOrcid } from '../support/history/papers.ts';
import { addPaper } from '../support/papers.ts';
import { accessible, fits } from './support/accessible.ts';
import { settled } from './support/browser.ts';
import { browserSuite, type Scene } from './support/in-browser.ts';
import { pressAt } from './support/keyboard.ts';

const checking = browserSuite('what is to be done', { isFilled: false });

const PHONE = { width: 390, theme: 'light' } as const;

const WORDS = {
  en: {
    doubts: '2 publications have authors to check',
    why: 'Linked by their own ORCID list, but no author has their name.',
    isAuthor: 'Is this author… ',
    isEditor: 'Is an editor: ',
    keep: 'Keep linked: ',
    unlink: (name: string) => `Unlink ${name}`,
    retracted: '1 retracted publication is visible on websites',
    keepVisible: 'Keep visible',
    isKept: 'Kept visible on purpose.',
    undo: 'Undo',
    nothing: 'Nothing needs your attention',
  },
  de: {
    doubts: 'Bei 2 Publikationen sind Personen zu prüfen',
    why: 'Durch die eigene ORCID-Liste verknüpft, aber unter den Autor:innen steht niemand mit diesem Namen.',
    isAuthor: 'Ist diese Person … ',
    isEditor: 'Ist Herausgeber:in: ',
    keep: 'Verknüpft lassen: ',
    unlink: (name: string) => `Verknüpfung mit ${name} lösen`,
    retracted: '1 zurückgezogene Publikation ist auf Websites sichtbar',
    keepVisible: 'Sichtbar lassen',
    isKept: 'Bewusst sichtbar gelassen.',
    undo: 'Rückgängig',
    nothing: 'Es ist nichts zu erledigen',
  },
} as const;

const NAMES = ['Emmy Sandoval', 'Marta Ellerby', 'Lena Quill', 'Noah Brandt', 'Ida Vane'] as const;

/** Five people are linked by their lists to each of two papers whose authors have other names. */
const seedDoubts = async ({ installation, admin }: Scene, set: number): Promise<readonly string[]> => {
  const orcids = NAMES.map((_name, n) => inventedOrcid(set * NAMES.length + n));
  for (const [n, orcid] of orcids.entries()) await admin.post('/api/people', { orcid, name: NAMES[n] });
  const author = [
    { family: 'Nemo', given: 'Captain' },
    { family: 'Aronnax', given: 'Pierre' },
  ];
  for (const n of [1, 2]) {
    const doi = `10.5555/doubted.${set}.${n}`;
    const original = { type: 'article-journal', title: `Below the sea ${n}`, DOI: doi, author } as const;
    const links = orcids.map((orcid) => ({ orcid, basis: 'orcid_list' as const }));
    await addPaper(installation, doi, { original, links, fetchedAt: Date.now() });
  }
  await installation.settled();
  return orcids;
};

const shown = async (page: Page): Promise<void> => {
  await settled(page);
  await accessible(page);
  await fits(page);
};

for (const [set, language] of (['en', 'de'] as const).entries()) {
  const words = WORDS[language];

  checking(`lists ten authors to check, who are settled (${language})`, async (scene) => {
    const orcids = await seedDoubts(scene, set);
    const { page } = await scene.open({ ...PHONE, language });
    const [first, second, editor, kept, gone] = NAMES;
    for (const n of [1, 2]) {
      await page.goto('/w/org');
      if (n === 1) await shown(page);
      if (n === 1) await pressAt(page, words.doubts);
      else await page.goto('/w/org/publications?has_doubt=true');
      await page.getByText(`Below the sea ${n}`).waitFor();
      if (n === 1) await shown(page);
      await pressAt(page, `Below the sea ${n}`);
      await page.getByText(words.why).first().waitFor();
      assert.equal(await page.getByText(words.why).count(), NAMES.length);
      await shown(page);
      for (const name of [first, second]) {
        await pressAt(page, `${words.isAuthor}${name}`);
        await page.locator('.menu:popover-open button:focus').waitFor();
        if (name === first) await accessible(page);
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: `${words.isAuthor}${name}` }).waitFor({ state: 'detached' });
      }
      for (const action of [`${words.isEditor}${editor}`, `${words.keep}${kept}`]) {
        await pressAt(page, action);
        await page.getByRole('button', { name: action }).waitFor({ state: 'detached' });
      }
      await page.getByRole('button', { name: words.unlink(gone) }).focus();
      await page.keyboard.press('Enter');
      await page.getByText(words.why).waitFor({ state: 'detached' });
      await shown(page);
      type Detail = { merged: CslItem; attention: unknown[]; person_orcids: string[] };
      const path = `/api/publications/10.5555/doubted.${set}.${n}`;
      const { merged, attention, person_orcids: linked } = bodyOf<Detail>(await scene.admin.get(path));
      const iDs = [...(merged.author ?? []), ...(merged.editor ?? [])].map(({ ORCID }) => ORCID);
      assert.deepEqual(iDs, orcids.slice(0, 3).map(orcidAddress));
      assert.deepEqual([attention, linked], [[], orcids.slice(0, 4)]);
    }
    await page.goto('/w/org');
    await page.getByText(words.nothing).waitFor();
  });

  checking(`lists a retracted publication, which is kept visible (${language})`, async (scene) => {
    const { installation } = scene;
    const doi = `10.5555/retracted.${set}`;
    await addPaper(installation, doi, { title: `Withdrawn ${set}`, fetchedAt: Date.now() });
    const notice = { by: '10.5555/notice', kind: 'retraction', provider: 'crossref' } as const;
    const caller = newCaller(randomIds, 'org', { type: 'system', id: 'test' });
    await handle(installation, publicationAggregate, doi, { type: 'NoteRetraction', doi, notice }, caller);
    await installation.settled();
    const { page } = await scene.open({ ...PHONE, language });
    await page.goto('/w/org');
    await settled(page);
    await pressAt(page, words.retracted);
    await page.getByText(`Withdrawn ${set}`).waitFor();
    await pressAt(page, `Withdrawn ${set}`);
    await page.getByRole('button', { name: words.keepVisible }).waitFor();
    await shown(page);
    await pressAt(page, words.keepVisible);
    await page.getByText(words.isKept).waitFor();
    await shown(page);
    await page.locator('.toast').getByRole('button', { name: words.undo }).press('Enter');
    await page.getByRole('button', { name: words.keepVisible }).press('Enter');
    await page.getByText(words.isKept).waitFor();
    await page.goto('/w/org');
    await page.getByText(words.nothing).waitFor();
  });
}
