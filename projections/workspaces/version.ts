/** Version in the names of the workspaces' collections; it changes when their rows do. */
export const VERSION = 2;
