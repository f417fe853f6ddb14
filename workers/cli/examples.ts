/** Example command lines in the help of each command; a test runs all of them. */
import type { Command } from 'commander';

/** By full command name; '' is the program itself. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  '': [
    'colophon demo',
    'colophon sessions create --email you@example.org --role superadmin',
    'colophon ingest 0000-0002-1825-0097',
    'colophon status --json',
  ],
  start: ['colophon start', 'colophon start --role projector'],
  demo: ['colophon demo', 'DATA_DIR=/tmp/try PUBLIC_PORT=8080 DASHBOARD_PORT=8081 colophon demo'],
  ingest: [
    'colophon ingest 0000-0002-1825-0097 0000-0001-5109-3700',
    'colophon ingest 0000-0002-1825-0097 --skip-existing --json',
    'colophon ingest 0000-0002-1825-0097 --accept-losses',
  ],
  'import doi': [
    'colophon import doi 10.5555/cpot.2019.001',
    'colophon import doi 10.5555/cpot.2019.001 --person 0000-0002-1825-0097',
  ],
  'sessions create': [
    'colophon sessions create --email ada@example.org --role superadmin',
    'colophon sessions create --email ada@example.org --role member --workspace library --json',
  ],
  'workspaces create': ["colophon workspaces create library --name 'University Library'"],
  status: ['colophon status', 'colophon status --json'],
  completion: ['colophon completion bash', 'colophon completion zsh', 'colophon completion fish'],
  undo: [
    'colophon undo 3f2b8c1e-8f0d-4a53-9c41-2f5d0f4b7a10 --field /title',
    'colophon undo --cause 0d9c6f2e-1b7a-4c55-9f0e-6a8d2b3c4d5e --dry-run',
  ],
  'people erase': [
    'colophon people erase 0000-0002-1825-0097',
    'colophon people erase 0000-0002-1825-0097 --workspace library --yes',
  ],
  'users erase': ['colophon users erase ada@example.org'],
  backup: ['colophon backup /backups/2026-11-21'],
  restore: ['colophon restore /backups/2026-11-21 --force'],
  migrate: ["colophon migrate --from embedded --to 'esdb://localhost:2113?tls=false'"],
  'projections list': ['colophon projections list'],
  'projections rebuild': ['colophon projections rebuild catalogue works', 'colophon projections rebuild --all'],
  'projections verify': ['colophon projections verify catalogue'],
  'projections prepare': ['colophon projections prepare'],
  'projections drop-old': ['colophon projections drop-old'],
  'projections skip-poison': ['colophon projections skip-poison catalogue 3f2b8c1e-8f0d-4a53-9c41-2f5d0f4b7a10'],
  'projections adopt-log': ['colophon projections adopt-log --yes'],
  'projections pause': ['colophon projections pause works'],
  'projections resume': ['colophon projections resume works'],
};

export const addExamples = (command: Command, name = ''): void => {
  const lines = EXAMPLES[name];
  if (lines !== undefined)
    command.addHelpText(
      'after',
      ['', lines.length === 1 ? 'Example:' : 'Examples:', ...lines.map((line) => `  ${line}`)].join('\n'),
    );
  for (const child of command.commands) addExamples(child, `${name} ${child.name()}`.trim());
};
