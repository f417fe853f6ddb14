/** Files and folders that this user alone may read: a log holds personal data, and state the hashes of keys. */

export const OWN_UMASK = 0o077;
export const OWN_FOLDER = 0o700;
export const OWN_FILE = 0o600;

/** Whether a mode lets anybody else in. */
export const isOpenToOthers = (mode: number): boolean => (mode & OWN_UMASK) !== 0;
