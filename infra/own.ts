/** Modes of files and folders that only this user may read: the log holds personal data, the state hashes of keys. */

export const OWN_UMASK = 0o077;
export const OWN_FOLDER = 0o700;
export const OWN_FILE = 0o600;

/** Whether a mode gives access to other users. */
export const isOpenToOthers = (mode: number): boolean => (mode & OWN_UMASK) !== 0;
