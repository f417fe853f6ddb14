/** A file that is damaged: waiting does not repair it, and its content cannot be trusted. */
import path from 'node:path';
import { Unavailable } from '../../../domain/errors.ts';

/** The remedy for operators, by file name. */
const WAYS: Readonly<Record<string, string>> = {
  'events.db': 'stop every process, keep the file, and bring the last backup back: colophon restore DIR --force',
  'read.db': 'stop every process, remove it with its -wal and -shm, and start: its rows are rebuilt from the log',
  'state.db':
    'stop every process, keep the file, and bring the one of the last backup back; without it nobody is signed in',
};

export class Damaged extends Unavailable {
  constructor(what: string, file: string, why: string, options?: ErrorOptions) {
    const way = WAYS[path.basename(file)];
    super(what, `${file} is damaged (${why})${way === undefined ? '' : `; ${way}`}`, options);
  }
}
