/** The address of a publication's page. */

/** By DOI, or by the key of a publication without one. Keeps slashes, unless a URL would not preserve them. */
export const publicationPath = (id: string): string => {
  const parts = id.split('/');
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  return `/publications/${isPlain ? parts.map(encodeURIComponent).join('/') : encodeURIComponent(id)}`;
};
