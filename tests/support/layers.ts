/** Checks the layer rules of `.dependency-cruiser.cjs`; alone by `npm run layers`, and beside the tests in `npm test`. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const ROOMS = ['domain', 'formats', 'commands', 'projections', 'api', 'workers', 'infra', 'build', 'tests'];
/** Far below the actual number: a run with fewer has missed the sources. */
const FEWEST_MODULES = 40;

/** One line per violation, with the reason of its rule. */
export const checkLayers = async (): Promise<readonly string[]> => {
  const rules = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
    forbidden: { name: string; comment: string }[];
    options: ICruiseOptions;
  };
  const rooms = ROOMS.filter((room) => existsSync(room));
  const { output } = await cruise(
    rooms,
    { ...rules.options, validate: true, ruleSet: { forbidden: rules.forbidden } } as ICruiseOptions,
    {},
    { tsConfig: extractTSConfig(fileURLToPath(new URL('../../tsconfig.json', import.meta.url))) },
  );
  const { modules, summary } = output as ICruiseResult;
  const own = modules.filter(({ source }) => rooms.some((room) => source.startsWith(`${room}/`)));
  if (own.length < FEWEST_MODULES)
    return [`saw ${own.length} modules, fewer than ${FEWEST_MODULES}: the check itself is broken`];
  return summary.violations.map(({ from, to, rule }) => {
    const reason = rules.forbidden.find(({ name }) => name === rule.name)?.comment ?? '';
    return `${from} → ${to} breaks ${rule.name}: ${reason}`;
  });
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const violations = await checkLayers();
  for (const violation of violations) console.error(violation);
  console.log(violations.length === 0 ? 'layers hold' : `${violations.length} violations`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
