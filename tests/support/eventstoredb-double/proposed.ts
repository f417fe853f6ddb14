/** Events as a client proposes them, and the server's checks before it looks at the stream. */
import { unknown, type Wire } from './protocol.ts';
import { sizeOf, type Proposed } from './records.ts';

export const MAX_APPEND_BYTES = 1024 * 1024;
const UUID_FORM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const proposed = (message: Wire.AppendReq.ProposedMessage | Wire.BatchAppendReq.ProposedMessage): Proposed => {
  const id = message.getId()?.getString() ?? '';
  if (!UUID_FORM.test(id)) throw unknown(`Guid should contain 32 digits with 4 dashes, not ${id}`);
  return {
    id,
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
};

export const tooLarge = (events: readonly Proposed[]): boolean =>
  events.reduce((bytes, event) => bytes + sizeOf(event), 0) > MAX_APPEND_BYTES;
