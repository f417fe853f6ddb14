/** The page on installing is followed, command by command, in a folder that stands for the machine, behind each of its proxies. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { request, type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/folder.ts';
import { ownPort } from '../support/port.ts';
import { selfSigned } from '../support/self-signed.ts';
import { suite } from '../support/suite.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);

const HERE = process.cwd();
const FILES = 'infra/install';
const PAGE = 'docs/install.md';
const NAMES = ['publications.example.org', 'dashboard.example.org'] as const;
const DAY_MS = 86_400_000;

/** Programs are started a dozen times. */
const installing = suite('the page on installing', { timeoutMs: 300_000 });

installing('quotes its files as they are', async () => {
  const page = await readFile(PAGE, 'utf8');
  for (const name of await readdir(FILES)) {
    const content = await readFile(path.join(FILES, name), 'utf8');
    assert.ok(page.includes(`\n${content}\`\`\`\n`), `${name} is not on the page as it is`);
  }
});

/** Each block of commands, under its heading. */
const blocksOf = (page: string): readonly (readonly [heading: string, commands: string])[] =>
  page
    .split(/^#+ /mu)
    .flatMap((section) =>
      [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gmu)].map(([, commands = '']): [string, string] => [
        section.slice(0, section.indexOf('\n')),
        commands,
      ]),
    );

/** The proxy's program: the machine's, else unpacked from its package without installing it. Null if neither can be had. */
const programOf = async (name: string, file: string, folder: string): Promise<string | null> => {
  try {
    return (await run('sh', ['-c', `command -v ${name}`])).stdout.trim();
  } catch {
    try {
      await mkdir(folder);
      await run('apt-get', ['download', '--quiet', name], { cwd: folder, timeout: 60_000 });
      const [deb = ''] = (await readdir(folder)).filter((each) => each.endsWith('.deb'));
      await run('dpkg', ['-x', deb, 'files'], { cwd: folder });
      return path.join(folder, 'files', file);
    } catch {
      return null;
    }
  }
};

type Ports = Readonly<Record<'nginx' | 'caddy' | 'http' | 'publications' | 'dashboard' | 'metrics', number>>;

/** By the heading on the page. */
type Programs = ReadonlyMap<string, string>;

/**
 * What the commands find on a machine: systemd, of which only the use on the page is imitated, and what needs the network or another
 * user. A unit is started by the lines of its file, a proxy with the configuration at the place that the page puts it.
 */
const machine = (root: string, programs: Programs): string => `
  set -euo pipefail
  useradd() { :; }
  npm() { test "$*" = ci && test -f dist/infra/main.js; }
  certbot() {
    local live='${root}/etc/letsencrypt/live/publications.example.org'
    mkdir -p "$live" && cp '${root}/cert.pem' "$live/fullchain.pem" && cp '${root}/key.pem' "$live/privkey.pem"
  }
  nginx() { '${programs.get('nginx')}' -c '${root}/nginx.conf' -e '${root}/nginx.log' "$@"; }
  lines() { sed -n "s/^$1=//p" '${root}/etc/systemd/system/'"$2" | sed 's/%%/%/g; s/\\$\\$/$/g'; }
  settings() { set -a; . "$(lines EnvironmentFile "$1")"; set +a; }
  started() {
    case $1 in
      *.timer) grep -q '^OnCalendar=' '${root}/etc/systemd/system/'"$1" ;;
      colophon.service)
        settings "$1"
        bash -c "exec $(lines ExecStart "$1")" > '${root}/out.log' 2> '${root}/err.log' < /dev/null &
        echo $! > '${root}/service.pid' ;;
      *)
        (settings "$1"; bash -ec "$(lines ExecStart "$1")"; bash -ec "$(lines ExecStartPost "$1")") ;;
    esac
  }
  systemctl() {
    case "$*" in
      daemon-reload) ;;
      'enable --now '*) shift 2; for unit in "$@"; do started "$unit"; done ;;
      'start '*) started "$2" ;;
      'stop '*) kill "$(cat '${root}/service.pid')"; tail --pid="$(cat '${root}/service.pid')" -f /dev/null ;;
      'reload nginx') nginx ;;
      'reload caddy')
        '${programs.get('Caddy')}' run --config '${root}/etc/caddy/Caddyfile' > /dev/null 2> '${root}/caddy.log' < /dev/null &
        echo $! > '${root}/caddy.pid' ;;
    esac
  }
  PATH='${root}/usr/local/bin':$PATH
`;

const nginxConf = (root: string): string => `
  pid ${root}/nginx.pid;
  events {}
  http {
    access_log off;
    ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${root}/${kind};`).join(' ')}
    include ${root}/etc/nginx/sites-enabled/*;
  }`;

/** The text with the places of this machine. */
const movedTo = (root: string, ports: Ports, content: string): string =>
  content
    .replace(/\/(?=(?:etc|var|opt|usr\/local)\/)/gu, `${root}/`)
    .replaceAll('/usr/bin/node', process.execPath)
    .replace(/runuser -u colophon -- /u, '')
    .replace(/ -[og] colophon\b/gu, '')
    .replace(/(?<=127\.0\.0\.1:)3000/gu, String(ports.publications))
    .replace(/(?<=127\.0\.0\.1:)3001/gu, String(ports.dashboard))
    .replace(/(?<=METRICS_PORT=)9464/u, String(ports.metrics));

const OWN_CHANGES: Readonly<Record<string, (content: string, root: string, ports: Ports) => string>> = {
  'colophon.env': (content, _root, ports) =>
    `${content}\nPUBLIC_PORT=${ports.publications}\nDASHBOARD_PORT=${ports.dashboard}\nHARVEST_INTERVAL_HOURS=0\nLOG_LEVEL=warn\n`,
  'nginx.conf': (content, _root, ports) =>
    content.replace(/listen 443/gu, `listen ${ports.nginx}`).replace(/listen 80;/u, `listen ${ports.http};`),
  Caddyfile: (content, root, ports) =>
    `{\n\tadmin off\n\tauto_https off\n}\n${content
      .replace(/^(\S+\.example\.org) \{/gmu, `$1:${ports.caddy} {`)
      .replace(/^\treverse_proxy/gmu, `\ttls ${root}/cert.pem ${root}/key.pem\n\treverse_proxy`)}`,
};

/** An empty folder with what a machine has beforehand: the sources of a release, built, and the folders of the system. */
const prepare = async (root: string, ports: Ports): Promise<void> => {
  for (const folder of [
    `opt/colophon/${FILES}`,
    'etc/systemd/system',
    'etc/caddy',
    'usr/local/bin',
    'var/lib',
    'var/backups',
  ])
    await mkdir(path.join(root, folder), { recursive: true });
  for (const folder of ['sites-available', 'sites-enabled'])
    await mkdir(path.join(root, 'etc/nginx', folder), { recursive: true });
  for (const name of ['dist', 'node_modules'])
    await symlink(path.join(HERE, name), path.join(root, 'opt/colophon', name));
  await copyFile('package.json', path.join(root, 'opt/colophon/package.json'));
  for (const name of await readdir(FILES)) {
    const moved = movedTo(root, ports, await readFile(path.join(FILES, name), 'utf8'));
    await writeFile(path.join(root, 'opt/colophon', FILES, name), OWN_CHANGES[name]?.(moved, root, ports) ?? moved);
  }
  await writeFile(path.join(root, 'cert.pem'), `${selfSigned.cert}\n`);
  await writeFile(path.join(root, 'key.pem'), `${selfSigned.key}\n`);
  await writeFile(path.join(root, 'nginx.conf'), nginxConf(root));
};

type Reply = { readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: string };

const replyOf = async (response: IncomingMessage): Promise<Reply> => ({
  status: response.statusCode ?? 0,
  headers: response.headers,
  body: await text(response),
});

type Asked = { readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

/** Through a proxy with TLS, by the name that a browser would use. */
const through = (
  port: number,
  name: (typeof NAMES)[number],
  target: string,
  { headers, body }: Asked = {},
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const options: RequestOptions = {
      ...{ host: '127.0.0.1', port, path: target, servername: name, ca: selfSigned.cert },
      ...{ method: body === undefined ? 'GET' : 'POST', headers: { host: name, connection: 'close', ...headers } },
      // The certificate is of another name.
      checkServerIdentity: () => undefined,
    };
    const sent = request(options, (response) => void replyOf(response).then(resolve, reject));
    sent.on('error', reject).end(body);
  });

const PROXIES = [
  ['nginx', 'usr/sbin/nginx'],
  ['Caddy', 'usr/bin/caddy'],
] as const;

const unpacked = await installing.holds(temporaryFolder());
const programs = new Map<string, string>();
for (const [proxy, file] of PROXIES) {
  const program = await programOf(proxy.toLowerCase(), file, path.join(unpacked.path, proxy));
  if (program !== null) programs.set(proxy, program);
}

const TITLE = 'leads from an empty folder to an administrator behind either proxy, and its backup is restored';

const followed = async (root: string): Promise<void> => {
  const ports: Ports = {
    ...{ nginx: await ownPort(), caddy: await ownPort(), http: await ownPort() },
    ...{ publications: await ownPort(), dashboard: await ownPort(), metrics: await ownPort() },
  };
  await prepare(root, ports);
  const blocks = blocksOf(await readFile(PAGE, 'utf8'));
  const sh = async (script: string): Promise<string> => {
    const all = `${machine(root, programs)}\n${movedTo(root, ports, script)}`;
    return (await run('bash', ['-c', all], { cwd: root, env: { PATH: process.env['PATH'] } })).stdout;
  };
  const follow = async (heading: string): Promise<string> => {
    const commands = blocks.flatMap(([under, each]) => (under === heading ? [each] : []));
    assert.ok(commands.length > 0, heading);
    return sh(commands.join('\n'));
  };
  const isUp = (port: number): Promise<unknown> =>
    until(
      () => through(port, 'publications.example.org', '/v1/publications').catch(() => null),
      (reply) => reply?.status === 200,
    );
  const secure = [...programs.keys()].map((proxy) => (proxy === 'nginx' ? ports.nginx : ports.caddy));
  const [port = 0] = secure;

  for (const heading of ['The program', 'Settings', 'The service and its backup', ...programs.keys()])
    await follow(heading);
  for (const each of secure) await isUp(each);
  if (programs.has('nginx')) {
    const plain = await fetch(`http://127.0.0.1:${ports.http}/v1/publications`, { redirect: 'manual' });
    assert.equal(plain.headers.get('location'), 'https://127.0.0.1/v1/publications');
  }

  const printed = await follow('The first administrator');
  const link = /^sign-in link {2}(https:\/\/dashboard\.example\.org\S+)$/mu.exec(printed)?.[1] ?? assert.fail(printed);
  const { pathname, search } = new URL(link);
  for (const each of secure)
    assert.equal((await through(each, 'dashboard.example.org', pathname + search)).status, 200);
  const pressed = { origin: 'https://dashboard.example.org', 'content-type': 'application/x-www-form-urlencoded' };
  const form = { headers: pressed, body: search.slice(1) };
  const signedIn = await through(port, 'dashboard.example.org', '/auth/link', form);
  assert.equal(signedIn.status, 303, signedIn.body);
  const [cookie = ''] = signedIn.headers['set-cookie'] ?? [];
  assert.match(cookie, /; Secure/iu);
  const own = { headers: { cookie: cookie.split(';')[0] ?? '' } };
  for (const each of secure)
    assert.equal((await through(each, 'dashboard.example.org', '/api/site-tools/status', own)).status, 200);

  await sh('colophon workspaces create before');
  const old = path.join(root, 'var/backups/colophon/2020-01-01T023000');
  await mkdir(old);
  await utimes(old, new Date(), new Date(Date.now() - 20 * DAY_MS));
  const [back, restore] = blocks.flatMap(([under, each]) => (under === 'Try the backup' ? [each] : []));
  assert.ok(back !== undefined && restore !== undefined);
  assert.match(await sh(back), /^last backup {3}\S+Z, \d+ s ago$/mu);
  assert.equal((await readdir(path.dirname(old))).length, 1);
  await sh('colophon workspaces create after');
  await sh(restore);
  await isUp(port);
  const again = await sh('colophon sessions create --email you@example.org --role superadmin --json');
  const { token } = JSON.parse(again) as { readonly token: string };
  const { body } = await until(
    () => through(port, 'dashboard.example.org', '/api/workspaces', { headers: { authorization: `Bearer ${token}` } }),
    ({ status }) => status === 200,
  );
  assert.match(body, /"id":"before"/u);
  assert.doesNotMatch(body, /"id":"after"/u);
};

if (programs.size === 0) installing.skip(TITLE, 'there is neither nginx nor Caddy, and no package of them can be had');
else
  installing(TITLE, async () => {
    await using folder = await temporaryFolder();
    try {
      await followed(folder.path);
    } finally {
      for (const pid of ['service.pid', 'nginx.pid', 'caddy.pid']) {
        const id = Number(await readFile(path.join(folder.path, pid), 'utf8').catch(() => 0));
        if (id > 0) await run('bash', ['-c', `kill ${id}; tail --pid=${id} -f /dev/null`]);
      }
    }
  });
