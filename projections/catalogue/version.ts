/** The names of the collections of the catalogue follow from its version, which moves when their rows do. */
export const VERSION = 8;
