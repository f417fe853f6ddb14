/** The double's log in a file, one record per line, so that a killed double has its events after a restart. */
import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import type { EventLog } from './log.ts';
import type { StoredRecord } from './records.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/**
 * Reads the existing records and writes new ones before they are acknowledged. What the kernel has accepted survives the death
 * of the process; a last line that was cut off had not been acknowledged. Returns a function to close the file.
 */
export const keepIn = (file: string, log: EventLog): (() => void) => {
  if (existsSync(file)) {
    const text = readFileSync(file, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    truncateSync(file, Buffer.byteLength(whole));
    for (const line of whole.split('\n').slice(0, -1)) {
      const record = JSON.parse(line) as StoredRecord & { data: string; metadata: string };
      log.restore({
        ...record,
        data: Buffer.from(record.data, 'base64'),
        metadata: Buffer.from(record.metadata, 'base64'),
      });
    }
  }
  const handle = openSync(file, 'a');
  log.onRecords = (records) => {
    const lines = records.map(
      (record) => `${JSON.stringify({ ...record, data: base64(record.data), metadata: base64(record.metadata) })}\n`,
    );
    writeSync(handle, lines.join(''));
  };
  return () => closeSync(handle);
};
