/** Shapes that several dashboard resources share. */
export * from '../http/schemas.ts';
