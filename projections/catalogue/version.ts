/** Version in the names of the catalogue's collections; it changes when their rows do. */
export const VERSION = 19;
