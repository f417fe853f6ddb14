/** The event types of this release: those that `undo/index.ts` declares how to undo, or why not. */
export { isKnownType, knownTypes } from './undo/index.ts';
