/** Replaces anything that the user may not see. */
export const WITHHELD = 'You may not see this source.';
