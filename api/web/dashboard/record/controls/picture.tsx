/** A picture that a record names by its address. */
import { addressOf } from '../../../client/api.ts';
import { workspace } from '../../../client/session.ts';

/** For a web address or a `data:` URL. Fetched by the server, so that its website does not learn who looks at the record. */
const sourceOf = (address: string): string =>
  address.startsWith('data:')
    ? address
    : addressOf('GET /api/pictures', { query: { workspace_id: workspace.value, url: new URL(address).href } });

export const Picture = ({ address, text }: { readonly address: string; readonly text: string }) => (
  <img class="picture" src={sourceOf(address)} alt={text} loading="lazy" />
);
