/** Writes what pages import but nobody edits: the types of the interface, and the icons. */
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DashboardDeps } from '../api/dashboard/deps.ts';
import { dashboardRoutes } from '../api/dashboard/index.ts';
import { openApiDocument } from '../api/openapi/document.ts';
import { clientTypes, type Document } from './client-types.ts';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A file that is as it was keeps its time, so that an incremental check has nothing to do. */
const write = async (name: string, content: string): Promise<void> => {
  const file = path.join(ROOT, name);
  const before = await readFile(file, 'utf8').catch(() => null);
  if (before === content) return;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
};

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/** Taken out of Lucide at build time: a script that has all icons would be 500 KB. Throws for a name that Lucide does not have. */
const iconModule = (names: readonly string[]): string => {
  const installed = createRequire(import.meta.url).resolve('lucide-static/icon-nodes.json');
  const all = JSON.parse(readFileSync(installed, 'utf8')) as Readonly<Record<string, readonly Shape[]>>;
  const icons = names.map((name) => {
    const shapes = all[name];
    if (shapes === undefined) throw new Error(`look/icon-names.json: Lucide has no icon "${name}"`);
    return `  ${JSON.stringify(name)}: ${JSON.stringify(shapes.map(([tag, attributes]) => [tag, attributes]))},`;
  });
  return `/** Made by \`npm run generate\` from Lucide (ISC licence). */\nexport const ICONS = {\n${icons.join('\n')}\n} as const;\n`;
};

const iconNames = async (): Promise<readonly string[]> =>
  JSON.parse(await readFile(path.join(ROOT, 'api/web/look/icon-names.json'), 'utf8')) as readonly string[];

/** Routes are declared without being asked anything, so they need no stores. */
const contract = (): Document =>
  openApiDocument({
    title: 'Colophon: dashboard',
    version: '1.0.0',
    description: '',
    url: '/',
    routes: dashboardRoutes({} as DashboardDeps),
  }) as unknown as Document;

export const generate = async (): Promise<void> => {
  await write('api/web/client/generated/operations.ts', clientTypes(contract()));
  await write('api/web/look/generated/icons.ts', iconModule(await iconNames()));
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await generate();
