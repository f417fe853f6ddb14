/** Where the page of a publication is. */

/** With its slashes as they are, where an address keeps them. */
export const publicationPath = (doi: string): string => {
  const parts = doi.split('/');
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  return `/publications/${isPlain ? parts.map(encodeURIComponent).join('/') : encodeURIComponent(doi)}`;
};
