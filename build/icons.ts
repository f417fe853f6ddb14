/** The icons that pages use, taken out of Lucide at build time: a script that has them all would be 500 KB. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/** Throws for a name that Lucide does not have. */
export const iconModule = (names: readonly string[]): string => {
  const installed = createRequire(import.meta.url).resolve('lucide-static/icon-nodes.json');
  const all = JSON.parse(readFileSync(installed, 'utf8')) as Readonly<Record<string, readonly Shape[]>>;
  const icons = names.map((name) => {
    const shapes = all[name];
    if (shapes === undefined) throw new Error(`look/icon-names.json: Lucide has no icon "${name}"`);
    return `  ${JSON.stringify(name)}: ${JSON.stringify(shapes.map(([tag, attributes]) => [tag, attributes]))},`;
  });
  return `/** Made by \`npm run generate\` from Lucide (ISC licence). */\nexport const ICONS = {\n${icons.join('\n')}\n} as const;\n`;
};
