/** The subject of fuzzing: the built program with its sample, as an operator starts it, and clients with each kind of credential. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { BUILT } from '../support/built.ts';
import { INSTALLATION_SCOPES } from '../../domain/installation/events.ts';

const EMAIL = 'fuzzer@example.org';
const READY = /Ctrl-C stops it/u;

export type Subject = {
  readonly publicUrl: string;
  readonly dashboardUrl: string;
  /** Of a superadmin who may reset data. */
  readonly session: () => Promise<string>;
  readonly credential: string;
  readonly partnerKey: string;
  /** Its error output so far. */
  readonly log: () => string;
  stop(): Promise<void>;
};

type Started = { readonly publicUrl: string; readonly dashboardUrl: string };

const found = (text: string, pattern: RegExp, what: string): string => {
  const match = pattern.exec(text)?.[1];
  if (match === undefined) throw new Error(`the program did not print ${what}:\n${text}`);
  return match;
};

export const startSubject = async (): Promise<Subject> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'colophon-fuzz-'));
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: folder,
    PUBLIC_PORT: '0',
    DASHBOARD_PORT: '0',
    PUBLIC_RATE_LIMIT_PER_MINUTE: '0',
    INSTALLATION_RATE_LIMIT_PER_MINUTE: '0',
    RESET_DATA_EMAILS: EMAIL,
    LOG_LEVEL: 'error',
  };
  const child = spawn(process.execPath, [BUILT, 'demo'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  const errors: string[] = [];
  createInterface(child.stderr).on('line', (line) => errors.push(line));
  const output: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    output.push(line);
    if (READY.test(line)) break;
  }
  child.stdout.resume();
  const words = output.join('\n');
  const { publicUrl, dashboardUrl }: Started = {
    publicUrl: found(words, /(http:\/\/\S+)\/v1\/publications\s/u, 'its public address'),
    dashboardUrl: found(words, /(http:\/\/\S+)\/me/u, "the dashboard's address"),
  };

  const session = async (): Promise<string> => {
    const args = ['sessions', 'create', '--email', EMAIL, '--role', 'superadmin', '--workspace', 'org', '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, [BUILT, ...args], {
      env: { ...env, DATA_DIR: path.join(folder, 'demo') },
    });
    return (JSON.parse(stdout) as { readonly token: string }).token;
  };

  const post = async (token: string, address: string, body: unknown): Promise<Readonly<Record<string, string>>> => {
    const response = await fetch(`${dashboardUrl}${address}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-workspace-id': 'org' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Readonly<Record<string, string>>;
  };

  const token = await session();
  const plugIn = { platform: 'cms_a', display_name: 'A website', scopes: INSTALLATION_SCOPES };
  const { id } = await post(token, '/api/installations', plugIn);
  await post(token, `/api/installations/${id}/activate`, {});
  const { credential = '' } = await post(token, `/api/installations/${id}/credentials`, {});
  const partner = { client_name: 'A partner', scopes: ['ingest', 'membership.update'], rate_limit_per_minute: 10_000 };
  const { key: partnerKey = '' } = await post(token, '/api/site-tools/api-keys', partner);

  return {
    publicUrl,
    dashboardUrl,
    session,
    credential,
    partnerKey,
    log: () => errors.join('\n'),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
