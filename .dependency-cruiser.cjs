/** The layer rules. Dependencies point inwards; each rule says why. */
const only = (name, from, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: `^${from}/` },
  to: {
    pathNot: [`^(${allowed.join('|')})/`, '^node_modules/', 'node_modules/'],
    dependencyTypesNot: ['core', 'npm', 'npm-dev', 'npm-optional'],
  },
});

/** Helpers of tests that start processes or a browser. */
const STARTING =
  'browser/|bench/|soak/|fuzz/|support/(program|service|script|recorded|recorded-facts|eventstoredb-double/process|shifted-clock/index)\\.ts|workers/rebuild/projections-command\\.ts';
/** These run the tests, or ask whether there is a Docker engine. */
const RUNNING = '^tests/support/(run|run-files|runner|long-run|docker)\\.ts';

module.exports = {
  forbidden: [
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment:
        'Rules must be replayable forever: no clock, no randomness, no I/O, no library whose update changes history.',
      from: { path: '^domain/' },
      to: { pathNot: '^domain/' },
    },
    only(
      'formats-know-the-domain',
      'formats',
      ['formats', 'domain'],
      'A format writes what it is given: where a publication comes from, and where the file goes, is not its business.',
    ),
    only(
      'commands-know-the-domain',
      'commands',
      ['commands', 'domain'],
      'A command is load, decide, append: what is shown, served or stored where is not its business.',
    ),
    only(
      'projections-know-the-domain',
      'projections',
      ['projections', 'domain'],
      'A row is made from events alone, or a rebuild would not give the same row.',
    ),
    only(
      'api-calls-inwards',
      'api',
      ['api', 'formats', 'projections', 'commands', 'domain'],
      'A route parses, calls one command or query, and renders. It must run on any adapter.',
    ),
    {
      name: 'pages-stand-alone',
      severity: 'error',
      comment: 'A browser runs it: it knows only the interface of the server, and pure rules where both must agree.',
      from: { path: '^api/web/' },
      to: { path: '^(commands|formats|projections|api|workers|infra|build)/', pathNot: '^api/web/' },
    },
    {
      name: 'servers-know-no-pages',
      severity: 'error',
      comment: 'The server hands out what was bundled; pages cannot run on the server.',
      from: { pathNot: '^(api/web|tests)/' },
      to: { path: '^api/web/' },
    },
    only(
      'workers-call-inwards',
      'workers',
      ['workers', 'projections', 'commands', 'domain'],
      'Workers must run in any process, beside or without an api, on any adapter.',
    ),
    {
      name: 'only-infra-knows-the-stores',
      severity: 'error',
      comment: 'Changing a store must change one folder.',
      from: { pathNot: '^(infra|tests)/' },
      to: { path: ['node_modules/@eventstore/db-client', 'node_modules/mongodb', 'node_modules/libsql'] },
    },
    {
      name: 'only-main-composes',
      severity: 'error',
      comment: 'Adapters do not know who uses them: what composes is the roles, and the work of the commands.',
      from: { path: '^infra/', pathNot: '^infra/(main|wiring|cli)(\\.ts$|/)' },
      to: { path: '^(api|workers)/', pathNot: '^(api|workers)/[^/]+/ports\\.ts$' },
    },
    {
      name: 'only-main-runs-commands',
      severity: 'error',
      comment: 'A command uses the rest of the program: nothing else may need one.',
      from: { pathNot: '^(infra/(main\\.ts$|cli/)|tests/)' },
      to: { path: '^infra/cli/' },
    },
    {
      name: 'adapters-are-strangers',
      severity: 'error',
      comment: 'Each technology has a folder: those that serve one port share a contract suite, not code paths.',
      from: { path: '^infra/(sqlite|eventstoredb|mongodb)/' },
      to: { path: '^infra/(sqlite|eventstoredb|mongodb)/', pathNot: '^infra/$1/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Files that need each other are one file. A page that is loaded when it is visited may link to others.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'no-tests-in-the-product',
      severity: 'error',
      comment: 'What ships must not need what does not.',
      from: { pathNot: '^tests/' },
      to: { path: '^tests/' },
    },
    {
      name: 'quick-tests-start-nothing',
      severity: 'error',
      comment: '`npm test` is quick because it starts no process and no browser: name the file *.gate.test.ts.',
      from: { path: '^tests/', pathNot: [`^tests/(${STARTING})`, RUNNING, '\\.(gate|long)\\.test\\.tsx?$'] },
      to: { path: [`^tests/(${STARTING})`, '^(node:)?(child_process|cluster)$'] },
    },
    {
      name: 'building-is-not-shipped',
      severity: 'error',
      comment: 'What bundles the pages is gone once they are bundled.',
      from: { pathNot: '^(build|tests)/' },
      to: { path: '^build/' },
    },
    {
      name: 'no-unlisted-dependency',
      severity: 'error',
      comment: 'A production file may only use what a production install has. Pages are bundled with what they use.',
      from: { pathNot: '^(tests|build|api/web)/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'],
        dependencyTypesNot: ['type-only'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
