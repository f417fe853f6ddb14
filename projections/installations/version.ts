/** Version in the names of the installations' collections; it changes when their rows do. */
export const VERSION = 3;
