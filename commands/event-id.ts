/** Ids derived from their contents: of events from the command, so that resending it cannot create a second event. */
import { createHash } from 'node:crypto';

/** The variant and version bits of a custom UUID (RFC 9562, version 8). */
const asUuid = (hash: Buffer): string => {
  const bytes = hash.subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
};

export const hashedUuid = (value: unknown): string =>
  asUuid(createHash('sha256').update(JSON.stringify(value)).digest());

/** By index of the event. The command's content is part of the id, so reusing a command id for another one by mistake is harmless. */
export const eventIdOf = (commandId: string, stream: string, command: unknown): ((index: number) => string) => {
  const base = createHash('sha256')
    .update(JSON.stringify([commandId, stream, command]))
    .digest();
  return (index) => asUuid(createHash('sha256').update(base).update(String(index)).digest());
};
