/** The names of the collections of installations follow from their version, which moves when their rows do. */
export const VERSION = 3;
