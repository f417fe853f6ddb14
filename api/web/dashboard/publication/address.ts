/** The address of a publication's page. */

/** Keeps the slashes of the DOI, unless a URL would not preserve them. */
export const publicationPath = (doi: string): string => {
  const parts = doi.split('/');
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  return `/publications/${isPlain ? parts.map(encodeURIComponent).join('/') : encodeURIComponent(doi)}`;
};
