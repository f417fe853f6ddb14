/** The names of the collections of workspaces follow from their version, which moves when their rows do. */
export const VERSION = 2;

export const versioned = (name: string): string => `${name}_v${VERSION}`;
