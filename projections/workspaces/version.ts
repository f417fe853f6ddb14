/** The names of the collections of workspaces follow from their version, which moves when their rows do. */
export const VERSION = 2;
