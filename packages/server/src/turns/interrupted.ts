/** FLOW-9: why a turn ended that its server could not bring to its end. */
export const INTERRUPTED = {
  code: 'interrupted',
  message: 'The server stopped in the middle of this answer. What had arrived until then is kept; try again.',
  retryable: true,
};
