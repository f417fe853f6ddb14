/** A file that is damaged: waiting does not repair it, and its content cannot be trusted. */
import path from 'node:path';
import { Unavailable } from '../../../domain/errors.ts';

/** The remedy for operators, by file name. */
const WAYS: Readonly<Record<string, string>> = {
  'events.db': 'stop all processes, keep the file, and restore the last backup: colophon restore DIR --force',
  'read.db':
    'stop all processes, delete it with its -wal and -shm files, and start again: rows are rebuilt from the log',
  'state.db':
    'stop all processes, keep the file, and put back the copy in the last backup; without it all users are signed out',
};

export class Damaged extends Unavailable {
  constructor(what: string, file: string, why: string, options?: ErrorOptions) {
    const way = WAYS[path.basename(file)];
    super(what, `${file} is damaged (${why})${way === undefined ? '' : `; ${way}`}`, options);
  }
}
