/** Photos of people that staff have chosen from a file: in the state store, which all processes share and backups hold. */
import { createHash } from 'node:crypto';
import { Refused } from '../domain/errors.ts';
import { PHOTO } from '../domain/limits.ts';
import { pictureIn, type Picture } from './picture-file.ts';
import { hashOf } from './identity/secret.ts';
import type { StateStore } from './ports.ts';

/** Contents in Base64. */
type Kept = { readonly file: string };

/** Its address on the public listener; it never has another content. */
export const PHOTO_PATH = '/v1/photos';

/** The start of the keys of all photos of a person, merged entries apart. */
export const photosKey = (workspace: string, id: string): string => `photo/${hashOf(`${workspace}~${id}`)}/`;

const keyOf = (path: string): string => `photo/${path}`;

const ADDRESS = new RegExp(`^https?://.+${PHOTO_PATH}/([0-9a-f]{64}/[0-9a-f]{64})$`, 'u');

/** Keeps the photo until it is saved, at most `PHOTO.unsavedMs`. Returns its path. Throws `Refused('conflict')`. */
export const offerPhoto = async (
  state: StateStore,
  workspace: string,
  id: string,
  { content }: Picture,
): Promise<string> => {
  const key = `${photosKey(workspace, id)}${createHash('sha256').update(content).digest('hex')}`;
  const others = await state.list(photosKey(workspace, id), { limit: PHOTO.perPerson });
  if (others.length >= PHOTO.perPerson && !others.some((photo) => photo.key === key))
    throw new Refused('conflict', 'too_many_photos', 'the person has as many photos as are kept', {
      field: 'file',
      accepted: `at most ${PHOTO.perPerson} photos of a person; those that were not saved go after a day`,
    });
  const kept: Kept = { file: content.toString('base64') };
  await state.put(key, kept, { ifVersion: 'absent', ttlMs: PHOTO.unsavedMs });
  return `${PHOTO_PATH}/${key.slice(keyOf('').length)}`;
};

/** `path`: two hashes. */
export const photoAt = async (state: Pick<StateStore, 'get'>, path: string): Promise<Picture | null> => {
  const record = await state.get(keyOf(path));
  return record === null ? null : pictureIn(Buffer.from((record.value as Kept).file, 'base64'));
};

/** The path of a photo that was chosen from a file, under whatever host it was; null for other addresses. */
export const photoPathIn = (address: string): string | null => ADDRESS.exec(address)?.[1] ?? null;

/** Keeps a photo of this person for good. False if there is none, or it is another person's. */
export const keepPhoto = async (state: StateStore, workspace: string, id: string, path: string): Promise<boolean> => {
  const key = keyOf(path);
  const record = key.startsWith(photosKey(workspace, id)) ? await state.get(key) : null;
  if (record === null) return false;
  if (record.expiresAt !== null) await state.put(record.key, record.value);
  return true;
};

/** Removes all photos of an erased person. */
export const forgetPhotos = async (state: Pick<StateStore, 'list' | 'remove'>, workspace: string, id: string) => {
  // One by one: each may be large.
  for (;;) {
    const [photo] = await state.list(photosKey(workspace, id), { limit: 1 });
    if (photo === undefined) return;
    await state.remove(photo.key);
  }
};
